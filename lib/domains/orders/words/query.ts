/** 订单查询. */
const query = {
  releasedAt: '放款日期',
  financeAmount: '融资额',
  empty: '没有可查看的订单',
  emptyHint: '数据范围内的订单会列在这里',
}

export default query
