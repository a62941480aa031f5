/** The lock of the screen (wording.md, row Lock). */
const lock = {
  lock: '锁屏',
  dialogTitle: '设置锁屏密码',
  password: '锁屏密码',
  placeholder: '请输入锁屏密码',
  loginPlaceholder: '请输入登录密码',
  unlock: '解锁',
  idle: '长时间未操作，已自动锁屏，请用登录密码解锁',
  failed: '解锁失败，请稍后再试',
}

export default lock
