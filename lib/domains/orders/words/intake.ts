/** 进件列表, 进件 and 客户审核流程. */
const intake = {
  create: '新增进件',
  createdAt: '创建日期',
  empty: '还没有进件',
  emptyHint: '新增进件后，可在这里继续填写并提交预审',
  historyDate: '进入日期',
  historyEmpty: '还没有审核记录',
  historyEmptyHint: '订单提交审核后，每个环节的处理人、结果与时间会列在这里',
  pending: '待处理',
  newTitle: '新增进件',
  save: '保存',
  toMend: '{count} 项：{notes}',
  saved: '{orderNo} 已保存',
  confirmSubmit: '提交后不能修改，是否继续?',
  age: '年龄',
  years: '{age} 岁',
  former: '历史订单',
  formerCount: '{count} 笔',
  photoHint: '可先选照片：姓名、证件号码、手机号、门店与客户经理填好后，自动保存为草稿并上传',
  mayNotCreate: '您没有新增进件的权限',
  drafts: '草稿（{count}）',
  draftsWait: '您有 {count} 份未提交的草稿。',
  draftsShow: '查看草稿',
  draftNo: '草稿 {no}',
  draftMade: '这份草稿已保存为订单 {orderNo}',
}

export default intake
