/** 登录设备 of 个人信息: one's own sessions. */
const sessions = {
  title: '登录设备',
  hint: '不认识的设备请结束，并修改密码',
  device: '浏览器',
  ip: 'IP地址',
  signedIn: '登录时间',
  activeAt: '最近操作',
  state: '状态',
  here: '本机',
  locked: '已锁屏',
  open: '使用中',
  unknownDevice: '未知浏览器',
  end: '结束',
  endSession: '结束 {device}',
  endQuestion: '将结束“{device}”的登录，该设备需重新登录，未保存的内容会丢失，是否继续?',
  ended: '已结束该设备的登录',
}

export default sessions
