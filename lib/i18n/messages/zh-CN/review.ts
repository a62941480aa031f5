/** 预审池 and 我的预审. */
const review = {
  unclaimed: '待领取',
  mine: '我的',
  claimed: '他人已领取',
  enteredAt: '进入日期',
  next: '领取下一单',
  noneLeft: '预审池中没有可领取的订单',
  empty: '这里没有待预审的订单',
  emptyHint: '进件提交预审后，会按进入时间排在这里',
}

export default review
