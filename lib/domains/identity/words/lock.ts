/** The lock of the screen (wording.md, row Lock). */
const lock = {
  lock: '锁屏',
  dialogTitle: '设置锁屏密码',
  password: '锁屏密码',
  placeholder: '请输入锁屏密码',
  loginPlaceholder: '请输入登录密码',
  unlock: '解锁',
  idle: '长时间未操作，已自动锁屏，请用登录密码解锁',
  open: '屏幕未锁定',
  openHint: '您可以直接继续工作',
  goOn: '返回工作台',
  nobody: '您尚未登录',
  nobodyHint: '登录后可以在右上角锁定屏幕',
  goToLogin: '去登录',
  failed: '解锁失败，请稍后再试',
}

export default lock
