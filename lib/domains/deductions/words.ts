/** 代扣. */
const deductions = {
  names: {
    actions: { deduction: { start: '发起代扣', answer: '代扣结果' } },
  },
  purpose: '还款代扣',
  start: '发起代扣',
  startTitle: '从客户还款卡代扣全部到期应还？',
  started: '代扣已发起，结果稍后更新',
  day: '代扣日期',
  amount: '代扣金额',
  attempt: '代扣次数',
  status: '代扣状态',
  failReason: '失败原因',
  states: { 待扣: '待扣', 处理中: '处理中', 成功: '成功', 失败: '失败', 已失效: '已失效' },
  refusals: {
    nothingDue: '没有到期应还，不需要代扣',
    noCard: '还款卡没有绑定，绑卡后可以代扣',
    underWay: '{day} 的代扣还没有结果，可在「外部请求」中查看',
    doneToday: '今天已代扣成功',
    triedOut: '今天已代扣 {count} 次，下一营业日可以再次代扣',
  },
  failedTitle: '{loanNo} 代扣失败',
  failedBody:
    '{name} 的借据 {loanNo} 代扣 {amount} 元已试 {count} 次均失败：{reason}。请联系客户还款或更换还款卡',
  undone: '借据已撤销，扣到的款项没有入账，请联系财务退款',
}

export default deductions
