/** 客户信息采集: the links that staff make for it, and what became of them. */
const collect = {
  names: {
    actions: {
      collect: { make_link: '生成采集链接', revoke_link: '作废采集链接', submit: '客户提交采集信息' },
    },
    objects: { collect_link: '采集链接' },
  },
  arrived: '客户已提交资料：{orderNo}',
  tooManyLinks: '有效链接已达{max}个，请先作废不用的链接',
  source: '来源',
  staff: '员工录入',
  link: '采集链接',
  open: '公开表单',
  bySource: '由客户通过{source}填写，请核对后提交预审',

  makeLink: '采集链接',
  dialogTitle: '客户信息采集链接',
  dialogNote: '发给客户本人填写，每个链接只能提交一次；提交后生成草稿并在消息中通知您。',
  shop: '门店',
  days: '有效期',
  dayCount: '{days} 天',
  make: '生成链接',
  made: '链接已生成，仅显示这一次',
  address: '链接地址',
  copy: '复制链接',
  copied: '已复制',
  validTo: '有效期至 {time}',
  mine: '我的链接',
  noLinks: '还没有生成过链接',
  stateOpen: '待填写',
  stateUsed: '已提交',
  stateExpired: '已过期',
  stateRevoked: '已作废',
  revoke: '作废',
  revokeQuestion: '确定作废该链接吗? 客户将不能再填写。',
  revokeMany: '作废 {count} 个链接? 客户将不能再填写。',
  revoked: '已作废 {count} 个链接',
}

export default collect
