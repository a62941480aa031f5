/** Labels of the fields that an intake asks, by section; those of the entry alone are in entry-fields.ts. */
const fields = {
  customer: {
    name: '客户姓名',
    idType: '证件类型',
    idNo: '证件号码',
    idValidFrom: '证件有效期起',
    idLongTerm: '长期有效',
    idValidTo: '证件有效期止',
    idIssuer: '签发机关',
    idAddress: '身份证地址',
    mobile: '手机号',
    gender: '性别',
    birthDate: '出生日期',
    englishName: '英文名',
    ethnic: '民族',
    mobile2: '备用手机',
    wechat: '微信号',
    email: '邮箱',
    creditAuth: '征信授权',
  },
  shop: {
    shopId: '门店',
    salesmanId: '客户经理',
    applyCity: '申请城市',
  },
  intent: {
    productId: '产品',
    vehicleKind: '车辆性质',
    brand: '意向品牌',
    series: '意向车系',
    model: '意向车型',
    amount: '意向金额',
    term: '意向期数',
  },
}

export default fields
