/** 电核: calls to the people of an order, with what they answered. */
const tel = {
  title: '电核',
  target: { customer: '本人', spouse: '配偶', guarantor: '保证人', employer: '单位', contact: '联系人' },
  result: { pass: '通过', doubt: '存疑', missed: '未接通', refused: '拒绝' },
  required: '必核',
  waits: '待核',
  progress: '必核 {done}/{count}',
  open: '去电核',
  todo: '通过前须完成电核：{names}',
  allDone: '必核对象均已电核',
  entered: '录单内容',
  consistent: '一致',
  allConsistent: '全部一致',
  noQuestions: '字典「电核问题」中没有该对象的问题，可直接记录结果',
  resultLabel: '电核结果',
  note: '备注',
  noteHint: '存疑须写明疑点',
  save: '保存电核',
  saved: '已记录{target} {name} 的电核：{result}',
  keys: 'T 下一必核对象 · A 全部一致 · Ctrl+Enter 保存',
  chooseResult: '请选择电核结果',
  answersDiffer: '有问题未勾选一致，不能记为通过',
  noteDoubt: '请写明疑点',
  lastBy: '{name} 于 {time} 电核：{result}',
  talked: '通话 {seconds} 秒',
}

export default tel
