import { pinyinOf, withPinyin } from './menu-pinyin.ts'

test.each([
  ['进件列表', 'jinjianliebiao jjlb'],
  ['银行卡变更', 'yinhangkabiangeng yhkbg'],
  ['还款计划', 'huankuanjihua hkjh'],
  ['重庆分公司', 'chongqingfengongsi cqfgs'],
  ['OEM 列表', 'oemliebiao oemlb'],
  ['Help', 'help help'],
])('%s', (label, pinyin) => {
  expect(pinyinOf(label)).toBe(pinyin)
  expect(pinyinOf(label)).toBe(pinyin)
})

test('every level has it, and component references stay on the server', () => {
  const entry = { id: 1, name: '贷后', url: '/x', icon: '', remark: 'order/query', meta: {}, subMenus: [] }
  const [top] = withPinyin([{ ...entry, subMenus: [{ ...entry, id: 2, name: '催收', pinyin: 'cs' }] }])
  expect(top).toMatchObject({ pinyin: 'daihou dh', remark: '', subMenus: [{ pinyin: 'cs', remark: '' }] })
})
