/** 外部请求: what is asked of others, and the demo's simulators. */
const outside = {
  ports: {
    sms: 'SMS',
    cardCheck: 'Bank card check',
    deduction: 'Direct debit agreement',
    timestamp: 'Time stamp',
    esign: 'E-signature',
  },
  about: { collectCode: 'Code for a customer’s form' },
  notWired: '{port} is not connected. Ask those who run the server to set it up',
}
export default outside
