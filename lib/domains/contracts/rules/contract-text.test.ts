import { contractNoOf, templateSet } from './contract-kinds.ts'
import { type ContractFacts, fillContract, readContractText, textsOf } from './contract-text.ts'

const facts: ContractFacts = {
  fields: { 承租人姓名: '𠮷龘', 融资额: '86,000.00' },
  conditions: ['二手车'],
  lists: {
    还款计划: { head: ['期次'], rows: [['1']] },
    费用明细: { head: ['费用'], rows: [] },
    提前结清违约金: { head: [], rows: [] },
  },
}

const paperOf = (body: string) => {
  const { blocks, problems } = readContractText(body)
  expect(problems).toEqual([])
  return fillContract(blocks, facts)
}

test('fields, tables, lists, signatures and pages come in their order', () => {
  const { blocks, missing } = paperOf(
    '# 第一条\n{承租人姓名}租{融资额}。\n| 甲 | {承租人姓名} |\n| 乙 | 无 |\n\n| 另 | 表 |\n[表格 还款计划]\n[换页]\n[签章 承租人 出租人]',
  )
  expect(missing).toEqual([])
  expect(blocks).toEqual([
    { kind: 'heading', text: '第一条' },
    { kind: 'text', text: '𠮷龘租86,000.00。' },
    {
      kind: 'table',
      rows: [
        ['甲', '𠮷龘'],
        ['乙', '无'],
      ],
    },
    { kind: 'table', rows: [['另', '表']] },
    { kind: 'rows', head: ['期次'], rows: [['1']] },
    { kind: 'page' },
    { kind: 'signatures', parties: ['承租人', '出租人'] },
  ]) // prettier-ignore
  expect(textsOf({ title: '题', contractNo: 'N', company: 'C', blocks })).toContain('𠮷龘')
})

test('a condition shows its lines or hides them, one inside another too', () => {
  const body = '[如果 二手车]\n旧\n[如果 有尾款]\n旧尾\n[完]\n[完]\n[如果不 二手车]\n新\n[完]\n末'
  expect(paperOf(body).blocks.map((block) => 'text' in block && block.text)).toEqual(['旧', '末'])
})

test('rows behind a condition go on with the table before them; an empty line begins another one', () => {
  const table = (...rows: string[]) => ({ kind: 'table', rows: rows.map((row) => [row]) })
  expect(paperOf('| 甲 |\n[如果 二手车]\n| 乙 |\n[完]\n[如果 有尾款]\n| 丙 |\n[完]\n| 丁 |').blocks).toEqual([
    table('甲', '乙', '丁'),
  ])
  expect(paperOf('| 甲 |\n\n[如果 二手车]\n| 乙 |\n[完]').blocks).toEqual([table('甲'), table('乙')])
  // Not with another table, where the rows before it are not printed.
  expect(paperOf('| 甲 |\n\n[如果 有尾款]\n| 乙 |\n[完]\n| 丙 |').blocks).toEqual([table('甲'), table('丙')])
  expect(paperOf('字\n[如果 二手车]\n| 乙 |\n[完]').blocks.at(-1)).toEqual(table('乙'))
})

test('a party that the order does not have gets no place to sign', () => {
  const placesOf = (conditions: ContractFacts['conditions']) => {
    const { blocks } = readContractText('末\n[签章 承租人 共同承租人 资方 出租人]\n[签章 共同承租人]')
    return fillContract(blocks, { ...facts, conditions }).blocks.slice(1)
  }
  const place = (...parties: string[]) => ({ kind: 'signatures', parties })
  expect(placesOf([])).toEqual([place('承租人', '出租人')])
  expect(placesOf(['有共同承租人', '有资方'])).toEqual([
    place('承租人', '共同承租人', '资方', '出租人'),
    place('共同承租人'),
  ])
})

test('a field that the order does not have is named', () => {
  expect(paperOf('{车牌号}与{融资额}').missing).toEqual(['车牌号'])
  // Not where its condition does not hold: nobody reads it there.
  expect(paperOf('[如果 有车牌]\n{车牌号}\n[完]\n末').missing).toEqual([])
})

test.each([
  ['正文\n{客户}', 2, 'field', '客户'],
  ['{承租人姓名', 1, 'field', '{承租人姓名'],
  ['[如果 下雨]\n字\n[完]', 1, 'condition', '下雨'],
  ['[如果 二手车]\n字', 1, 'open', ''],
  ['字\n[完]', 2, 'end', ''],
  ['[表格 别的]', 1, 'bracket', '[表格 别的]'],
  ['[签章 客户]', 1, 'bracket', '[签章 客户]'],
  ['甲\n||', 2, 'table', ''],
  [' \n', 1, 'empty', ''],
])('%j is refused with its line', (body, line, key, name) => {
  expect(readContractText(body).problems).toEqual([{ line, key: `contracts.wrong.${key}`, name }])
})

test('of templates for one kind the one that names most of the order is taken', () => {
  const of = (
    id: number,
    bizMode: string | null,
    productCode: string | null,
    capitalId: number | null = null,
  ) => ({ id, bizMode, productCode, capitalId, code: 'DY' as const })
  const all = [
    of(1, null, null),
    of(2, 'sale_leaseback', null),
    of(3, null, 'STD'),
    of(4, 'direct_lease', 'STD'),
    of(5, null, null, 8),
  ]
  const chosen = (bizMode: string, productCode: string, capitalId: number | null = null) =>
    templateSet(all, { bizMode, productCode, capitalId })[0]?.id
  expect(chosen('sale_leaseback', 'ONE')).toBe(2)
  expect(chosen('sale_leaseback', 'STD')).toBe(3)
  expect(chosen('direct_lease', 'STD')).toBe(4)
  expect(chosen('joint_loan', 'ONE')).toBe(1)
  // The funder's own text, and never another funder's.
  expect(chosen('direct_lease', 'STD', 8)).toBe(5)
  expect(chosen('joint_loan', 'ONE', 9)).toBe(1)
})

test('a number says kind, year, order, guarantor and how often it was made', () => {
  const of = { tenant: 'blq', code: 'BZ', year: '2026', orderId: 123, guarantor: 1, copy: 1 } as const
  expect(contractNoOf(of)).toBe('BLQ-BZ-2026-000123')
  expect(contractNoOf({ ...of, guarantor: 2, copy: 3 })).toBe('BLQ-BZ-2026-000123-B2-3')
})

test('a text that would draw for minutes is too long, which is said', () => {
  const keys = (body: string) => readContractText(body).problems.map(({ key }) => key)
  expect(keys('[表格 还款计划]\n'.repeat(20))).toEqual([])
  expect(keys('[表格 还款计划]\n'.repeat(21))).toEqual(['contracts.wrong.long'])
  expect(keys('[换页]\n'.repeat(101))).toEqual(['contracts.wrong.long'])
  expect(keys('一\n'.repeat(3_001))).toEqual(['contracts.wrong.long'])
})
