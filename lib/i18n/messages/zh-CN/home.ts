/** The home page: what waits for me, pools, figures, quick entries. */
const home = {
  todos: '我的待办',
  todoTotal: '共 {total} 条',
  todoCut: '共 {total} 条，先列最早的 {shown} 条',
  noTodos: '没有待办',
  noRole: '尚未分配角色',
  noRoleHint: '请联系管理员分配角色后重新登录',
  noTodosHint: '新的待办会自动出现在这里',
  pools: '审核任务',
  pool: '{stage}任务',
  unclaimed: '待领取',
  claimed: '已领取',
  quick: '快捷入口',
  figures: '近14天',
  figuresHint: '按北京时间，数据范围内的订单',
  created: '新建进件',
  submitted: '提交审核',
  passed: '审核通过',
  returned: '审核退回',
  today: '今日',
  sum: '14天合计 {sum}',
  spark: '{label}，近14天每日：{counts}',
  do: {
    submit_pre: '继续进件',
    submit_first: '录单',
    pre_pass: '审核',
  },
}

export default home
