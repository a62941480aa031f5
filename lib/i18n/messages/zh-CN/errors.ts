/** What went wrong, as the error catalogue of the specification (point 8) and the door say it. */
const errors = {
  server: '服务器错误',
  timeout: '请求超时',
  unknown: '未知错误',
  badInput: '填写有误，请检查标出的内容',
  sessionEnded: '登录已失效，请重新登录',
  forbidden: '没有权限进行此操作',
  notFound: '数据不存在或已被删除',
  stale: '数据已被他人修改，请刷新',
  tooLarge: '内容过大',
  locked: '已锁屏，请先解锁',
  lockPasswordEmpty: '锁屏密码不能为空',
  wrongUnlockPassword: '解锁密码错误,请重新输入',
  unlockTries: '解锁密码连续{count}次错误，请重新登录',
  tooMany: '操作过于频繁，请稍后再试',
  withId: '{message}（编号 {id}）',
  badField: '请输入正确的内容',
  eventReused: '该操作编号已被使用，请刷新后重试',
  wrongPassword: '用户名或密码错误',
  wrongCaptcha: '请输入正确的验证码',
  accountStopped: '账号已停用，请联系管理员',
  accountLocked: '账号已锁定，请联系管理员',
  tooManyLogins: '登录失败次数过多，请{minutes}分钟后再试',
}

export default errors
