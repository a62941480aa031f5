/** 进件列表 and 客户审核流程. */
const intake = {
  create: '新增进件',
  createdAt: '创建日期',
  empty: '还没有进件',
  emptyHint: '新增进件后，可在这里继续填写并提交预审',
  historyDate: '进入日期',
  historyEmpty: '还没有审核记录',
  historyEmptyHint: '订单提交审核后，每个环节的处理人、结果与时间会列在这里',
  pending: '待处理',
}

export default intake
