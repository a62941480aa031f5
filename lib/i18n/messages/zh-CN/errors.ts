/** The words for a failure, as the error catalogue of the specification (point 8) and the door say it. */
const errors = {
  server: '服务器错误',
  unavailable: '服务器繁忙，请稍后再试',
  timeout: '请求超时',
  unknown: '未知错误',
  unsure: '结果未知，可能已经办成。请再次提交，同一操作只会办理一次',
  sessionEnded: '登录已失效，请重新登录',
  forbidden: '没有权限进行此操作',
  lockPasswordEmpty: '锁屏密码不能为空',
  wrongUnlockPassword: '解锁密码错误,请重新输入',
  wrongCaptcha: '请输入正确的验证码',
  oneTimeAgain: '不能与一次性密码相同',
}

export default errors
