import {
  type ContractFacts,
  contractConditions,
  fillContract,
  readContractText,
} from '../../rules/contract-text.ts'
import { contractTexts } from '../seed/contract-texts.ts'
import { drawContract, endDrawing } from './draw-contract.ts'
import { readPdf } from './testing.ts'

/**
 * Each contract that tenants begin with, drawn of one order and read again: every text and its place on the page. What
 * differs here is what a customer would sign otherwise; a snapshot is renewed only where that was wanted.
 */

afterAll(endDrawing)

const no = 'BLQ-HZ-2026-000123'
const fields: ContractFacts['fields'] = {
  ...{ 合同编号: no, 主合同编号: no, 签订日期: '2026年11月22日', 订单编号: 'K20261122000123' },
  ...{ 出租人名称: '示例融资租赁有限公司', 承租人姓名: '𠮷龘', 承租人证件号码: '110101199003070000' },
  ...{ 承租人手机号: '19900001234', 承租人地址: '北京市东城区示例路1号' },
  ...{ 保证人姓名: '龘𠮷', 保证人证件号码: '110101198801010000', 保证人手机号: '19900004321' },
  ...{ 保证人地址: '北京市西城区示例街2号', 门店名称: '示例门店', 资方名称: '示例银行' },
  ...{
    车辆品牌: '示例',
    车系: '甲系',
    车型: '甲系 2026款',
    车架号: 'LSVAA0000E0000001',
    发动机号: 'E0000001',
  },
  ...{ 车牌号: '京A00001', 车辆价格: '123,456.78', 车辆价格大写: '壹拾贰万叁仟肆佰伍拾陆元柒角捌分' },
  ...{ 首付金额: '37,456.78', 首付金额大写: '叁万柒仟肆佰伍拾陆元柒角捌分' },
  ...{ 融资额: '86,000.00', 融资额大写: '捌万陆仟元整', 期数: '36', 月供: '2,660.00' },
  ...{ 月供大写: '贰仟陆佰陆拾元整', 保证金: '8,600.00', 保证金大写: '捌仟陆佰元整' },
  ...{ 尾款: '10,000.00', 尾款大写: '壹万元整', 利息合计: '9,760.00', 费用合计: '1,200.00' },
  ...{
    年利率: '7.20%',
    年化成本单利: '8.01%',
    年化成本复利: '8.31%',
    还款方式: '等额本息',
    还款日: '每月22日',
  },
  ...{ 还款卡开户行: '示例银行', 还款卡号: '6200000000000000000', 还款卡户名: '𠮷龘' },
}
const facts: ContractFacts = {
  fields,
  conditions: contractConditions,
  lists: {
    还款计划: {
      head: ['期次', '应还日', '本金', '利息', '应还金额', '剩余本金'],
      rows: Array.from({ length: 36 }, (_, at) => [
        ...[String(at + 1), `2027-${String((at % 12) + 1).padStart(2, '0')}-22`, '2,144.00', '516.00'],
        ...['2,660.00', `${(83_856 - at * 2_144).toLocaleString('en')}.00`],
      ]),
    },
    费用明细: {
      head: ['费用', '收取方式', '金额'],
      rows: [
        ['服务费', '首期收取', '1,200.00'],
        ['合计', '', '1,200.00'],
      ],
    },
  },
}

test.each(contractTexts.map((template) => [template.code, template] as const))(
  'a contract %s says what it said, where it said it',
  async (code, { name, body }) => {
    const { blocks, problems } = readContractText(body)
    expect(problems).toEqual([])
    const filled = fillContract(blocks, facts)
    expect(filled.missing).toEqual([])
    const contractNo = no.replace('HZ', code)
    const paper = { title: name, contractNo, company: '示例融资租赁有限公司', blocks: filled.blocks }
    const drawn = await drawContract(paper, '2026-11-22T08:00:00.000Z')
    if ('lacking' in drawn) throw new Error(drawn.lacking.join())
    const { pages, places } = readPdf(drawn.bytes)

    const whole = pages.join('')
    for (const [at, text] of pages.entries()) {
      expect(text).toContain(`第 ${at + 1} 页 共 ${pages.length} 页`)
      expect(text).toContain(contractNo)
    }
    // Every value that the text names stands in it, rare names and capitals among them.
    const named = Object.entries(fields).filter(([field]) => body.includes(`{${field}}`))
    expect(named.length).toBeGreaterThan(2)
    for (const [, value] of named) expect(whole.replace(/\s/g, '')).toContain(value?.replace(/\s/g, ''))
    expect(
      places.map((page) => page.map(({ x, y, text }) => `${x},${y} ${text}`).join('\n')),
    ).toMatchSnapshot()
  },
)
