/** The login page (wording.md). */
const login = {
  account: '用户名',
  accountPlaceholder: '请输入用户名',
  passwordPlaceholder: '请输入密码',
  captcha: '验证码',
  captchaPlaceholder: '请输入验证码',
  captchaRedraw: '看不清，换一张',
  captchaLength: '验证码长度为4位',
  passwordLength: '密码长度最少为6位',
  showPassword: '显示密码',
  hidePassword: '隐藏密码',
  rememberAccount: '记住账号',
  brandLine: '进件、审核、签约、贷后，一处办完',
  demoAccounts: '演示账号',
  demoPassword: '密码均为 {password}，点选即填入',
  heading: '登录 {title}',
  login: '登录',
  busy: '登录中,请稍后。。。',
}

export default login
