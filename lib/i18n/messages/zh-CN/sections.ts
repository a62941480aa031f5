/** Titles of form sections, by their code in domain terms (S1–S19) or their name in the intake form. */
const sections = {
  S1: '客户身份',
  S1E: '企业信息',
  S2: '个人与居住',
  S3: '职业与收入',
  S4: '配偶',
  S5: '共同承租人',
  S6: '保证人',
  S7: '紧急联系人',
  S8: '车辆',
  S9: '二手车评估',
  S10: '融资方案',
  S11: '附加融资',
  S12: '费用',
  S13: '银行卡',
  S14: '保险',
  S14P: '履约保证险',
  S15: '资方与出资',
  S16: '原贷款信息',
  S17: '厂家贴息',
  S18: '材料',
  S19: '来源与备注',
  S20: '补充信息',
  shop: '门店与客户经理',
  intent: '车辆与金额意向',
}

export default sections
