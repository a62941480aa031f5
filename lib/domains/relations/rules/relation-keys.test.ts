import fc from 'fast-check'
import { maskOfField } from '../../../rules/mask.ts'
import { keysInForm, type RelationKind, relationKey, relationKinds } from './relation-keys.ts'

/** Ways of writing one value; all of a row are the same key. */
const same: [RelationKind, string, ...string[]][] = [
  ['idNo', '11010519491231002X', '１１０１０５１９４９１２３１００２ｘ', '110105 19491231 002x'],
  ['idNo', 'E12345678', 'e12345678'],
  ['mobile', '13800138000', '+86 138-0013-8000', '１３８００１３８０００'],
  ['cardNo', '6222021234567890123', '6222 0212 3456 7890 123'],
  ['vin', 'LSVAM4187C2184847', 'lsvam4187c2184847', 'LSVAM 4187C 2184847'],
  ['plateNo', '粤B12345', '粤b·12345', '粤B 12345'],
  [
    'address',
    '科技园路1号3栋201',
    '广东省深圳市南山区科技园路1号3栋201',
    '广东 深圳 南山区 科技园路１号，３幢２０１室',
    '深圳市南山区科技园路1号3座201房',
    '中国广东省深圳市南山区科技园路1号3号楼201',
  ],
  ['address', '示例路7号', '示例省示例市示例路7号', '示例路7号。'],
  ['address', '阳光小区3栋201', '历下区阳光小区3栋201室', '山东省济南市历下区阳光小区3栋201'],
  ['address', '北京东路100号', '上海市黄浦区北京东路100号', '黄浦区北京东路 100 号'],
  [
    'employerName',
    '腾云科技',
    '腾云科技有限公司',
    '深圳市腾云科技有限公司',
    '广东省深圳市腾云科技股份有限公司',
    '深圳市（腾云科技）有限责任公司',
  ],
  ['employerName', '示例科技（深圳）有限公司', '示例科技(深圳)有限公司', '示例科技深圳有限公司'],
  ['employerName', 'ABC贸易有限公司', 'ａｂｃ 贸易有限公司'],
]

test.each(same.map(([kind, ...ways]) => ({ kind, ways })))(
  '$kind: $ways.0 is one value in all its ways of writing',
  ({ kind, ways }) => {
    const [first = '', ...others] = ways
    const key = relationKey(kind, first)
    expect(key).not.toBeNull()
    for (const other of others) expect([other, relationKey(kind, other)]).toEqual([other, key])
  },
)

test.each<[RelationKind, string, string]>([
  ['address', '科技园路1号3栋201', '科技园路1号3栋202'],
  ['address', '北京路100号', '南京路100号'],
  ['address', '阳光小区3栋201', '月光小区3栋201'],
  ['address', '中山路5号沃尔玛超市', '解放路5号沃尔玛超市'],
  ['employerName', '北京市公安局', '上海市公安局'],
  ['employerName', '北京大学', '上海大学'],
  ['employerName', '示例科技有限公司', '示例商贸有限公司'],
  ['idNo', '11010519491231002X', '110105194912310038'],
])('%s: %s is not %s', (kind, one, other) => {
  expect(relationKey(kind, one)).not.toBe(relationKey(kind, other))
})

test.each<[RelationKind, string]>([
  ['idNo', ''],
  ['idNo', '1101051949123100'],
  ['idNo', '110105194912310021'],
  ['mobile', ''],
  ['mobile', '1380013800'],
  ['cardNo', '622202123456'],
  ['vin', ''],
  ['vin', 'LSVAM4187C218484'],
  ['plateNo', '粤B1234'],
  ['address', ''],
  ['address', '广东省深圳市南山区'],
  ['address', '科技园路'],
  ['address', '1号'],
  ['employerName', ''],
  ['employerName', '无'],
  ['employerName', '个体户'],
  ['employerName', '有限公司'],
])('%s: "%s" is no whole value', (kind, text) => {
  expect(relationKey(kind, text)).toBeNull()
})

test('a key is as long as an index takes, whatever was typed', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...relationKinds),
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      (kind, text) => {
        const key = relationKey(kind, text)
        if (key === null) return
        expect(key.length).toBeGreaterThan(1)
        expect(key.length).toBeLessThanOrEqual(120)
      },
    ),
  )
})

test('everything that is personal data is masked by its name', () => {
  const personal: RelationKind[] = ['idNo', 'cardNo', 'mobile', 'address']
  for (const kind of personal) expect(maskOfField(kind)).toBeDefined()
})

test('a form is asked for its whole values, wherever they stand', () => {
  expect(
    keysInForm({
      customer: {
        name: '张三',
        idNo: '11010519491231002X',
        mobile: '1380013',
        idAddress: '示例省示例市示例路1号',
      },
      employment: { employerName: '无', employerAddress: '示例路2号' },
      contacts: [
        { mobile: '13800138000', address: '' },
        { mobile: '138 0013 8000', address: '示例路1号' },
      ],
      vehicle: { vin: 'LSVAM4187C2184847', plateNo: null },
    }),
  ).toEqual([
    { kind: 'idNo', value: '11010519491231002X' },
    { kind: 'mobile', value: '13800138000' },
    { kind: 'vin', value: 'LSVAM4187C2184847' },
    { kind: 'address', value: '示例路1号' },
  ])
})
