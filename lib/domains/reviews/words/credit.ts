/** 征信摘要: what the product itself knows of who applies. */
const credit = {
  lists: '名单',
  noLists: '未命中名单',
  until: '有效至',
  numbers: {
    idNo: '证件号',
    mobile: '手机号',
    cardNo: '银行卡',
    address: '地址',
    uscc: '统一社会信用代码',
    vin: '车架号',
    plateNo: '车牌号',
    deviceNo: '设备号',
  },
  scenes: '场景命中',
  orders: '同一证件号的其他订单',
  noOrders: '没有其他订单',
  outside: '另有 {count} 个订单不在您的数据范围内',
  complaints: '未办结投诉',
  noComplaints: '没有未办结的投诉',
  levels: { 一般: '一般', 重要: '重要', 紧急: '紧急' },
  states: { 待受理: '待受理', 处理中: '处理中', 待回访: '待回访' },
  deadline: '时限',
}

export default credit
