/** 外部请求: what is asked of others, and the demo's simulators. */
const outside = {
  ports: {
    sms: '短信',
    cardCheck: '银行卡鉴权',
    deduction: '代扣协议',
    timestamp: '时间戳',
    esign: '电子签章',
  },
  about: { collectCode: '客户采集验证码' },
  notWired: '{port}服务未接入，请运维人员配置后重试',
}
export default outside
