import {
  type ContractFacts,
  type ContractPaper,
  contractConditions,
  fillContract,
  readContractText,
} from '../rules/contract-text.ts'

/** Contracts of one made-up order, with names of rare signs. */

const no = 'BLQ-HZ-2026-000123'
export const sampleFields: ContractFacts['fields'] = {
  合同编号: no,
  主合同编号: no,
  签订日期: '2026年11月22日',
  订单编号: 'K20261122000123',
  出租人名称: '示例融资租赁有限公司',
  承租人姓名: '𠮷龘',
  承租人证件号码: '110101199003070000',
  承租人手机号: '19900001234',
  承租人地址: '北京市东城区示例路1号',
  共同承租人姓名: '㐂䶮',
  共同承租人证件号码: '110101199105050000',
  共同承租人手机号: '19900005678',
  保证人姓名: '龘𠮷',
  保证人证件号码: '110101198801010000',
  保证人手机号: '19900004321',
  保证人地址: '北京市西城区示例街2号',
  门店名称: '示例门店',
  资方名称: '示例银行',
  车辆品牌: '示例',
  车系: '甲系',
  车型: '甲系 2026款',
  车架号: 'LSVAA0000E0000001',
  发动机号: 'E0000001',
  车牌号: '京A00001',
  车辆价格: '123,456.78',
  车辆价格大写: '壹拾贰万叁仟肆佰伍拾陆元柒角捌分',
  首付金额: '37,456.78',
  首付金额大写: '叁万柒仟肆佰伍拾陆元柒角捌分',
  融资额: '86,000.00',
  融资额大写: '捌万陆仟元整',
  期数: '36',
  月供: '2,660.00',
  月供大写: '贰仟陆佰陆拾元整',
  保证金: '8,600.00',
  保证金大写: '捌仟陆佰元整',
  留购价: '100.00',
  留购价大写: '壹佰元整',
  罚息日利率: '0.05%',
  宽限天数: '3',
  提前结清最少期数: '6',
  抵押顺位: '第一顺位',
  抵押登记天数: '15',
  尾款: '10,000.00',
  尾款大写: '壹万元整',
  利息合计: '9,760.00',
  费用合计: '1,200.00',
  年利率: '7.20%',
  年化成本单利: '8.01%',
  年化成本复利: '8.31%',
  还款方式: '等额本息',
  还款日: '每月22日',
  起息约定: '还款计划按2026年11月22日起息列示，实际起息日为放款日，各期应还日随之确定，期数和各期金额不变。',
  还款卡开户行: '示例银行',
  还款卡号: '6200000000000000000',
  还款卡户名: '𠮷龘',
}
const facts: ContractFacts = {
  fields: sampleFields,
  conditions: contractConditions,
  lists: {
    还款计划: {
      head: ['期次', '应还日', '本金', '利息', '应还金额', '剩余本金'],
      rows: Array.from({ length: 36 }, (_, at) => [
        String(at + 1),
        `2027-${String((at % 12) + 1).padStart(2, '0')}-22`,
        '2,144.00',
        '516.00',
        '2,660.00',
        `${(83_856 - at * 2_144).toLocaleString('en')}.00`,
      ]),
    },
    费用明细: {
      head: ['费用', '收取方式', '金额'],
      rows: [
        ['服务费', '首期收取', '1,200.00'],
        ['合计', '', '1,200.00'],
      ],
    },
    提前结清违约金: {
      head: ['已还期数', '违约金比例'],
      rows: [
        ['不超过12期', '3.00%'],
        ['超过12期', '0.00%'],
      ],
    },
  },
}

/** A template's contract of that order. */
export function paperOf({ code, name, body }: { code: string; name: string; body: string }) {
  const { blocks, problems } = readContractText(body)
  const filled = fillContract(blocks, facts)
  const paper: ContractPaper = {
    title: name,
    contractNo: no.replace('HZ', code),
    company: '示例融资租赁有限公司',
    blocks: filled.blocks,
  }
  return { paper, problems, missing: filled.missing }
}
