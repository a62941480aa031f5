/** What is done to an order from lists and pages: labels, questions, answers. */
const verbs = {
  view: '查看',
  details: '详情',
  progress: '进度',
  edit: '编辑',
  entry: '录单',
  handle: '处理',
  copy: '复制',
  transfer: '转交',
  submitQuestion: '提交 {name}（{orderNo}）到预审，提交后不能修改，是否继续?',
  submitted: '{orderNo} 已提交预审',
  rejected: '{orderNo} 未通过预审规则，已自动拒绝',
  copied: '已复制为 {orderNo}',
  voidTitle: '作废订单',
  voidNote: '作废后不能恢复。',
  voidReason: '作废原因',
  voided: '{orderNo} 已作废',
  unclaimed: '{orderNo} 已退回池',
  transferTitle: '转交订单',
  transferTo: '转交给',
  transferred: '{orderNo} 已转交',
}

export default verbs
