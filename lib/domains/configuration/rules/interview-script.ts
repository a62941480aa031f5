import { items } from './dict-item.ts'

/**
 * The dictionary of the script: what everybody is told and asked, what is asked where it applies, and below the code of
 * a product what its customers are asked as well. A tenant adds and stops its own.
 */
export const interviewScriptItems = [
  ...items('standard 必问, optional 视情况'),
  ...below('standard', {
    hello: '您好，我是面签专员。本次视频面签将全程录像，您是否同意？',
    identity: '请正对镜头，报出您的姓名和身份证号码后四位。',
    idCard: '请把身份证正面放在脸旁，稍停三秒；再翻到反面。',
    alone: '您身边是否有其他人在指导您回答？本次融资是您自愿办理的吗？',
    car: '请说出您购买的车型、车辆价格和首付款金额。',
    plan: '请说出您的融资金额、期数和每月还款金额。',
    user: '车辆由谁实际使用？是否会转让、出租或抵押给他人？',
    overdue: '逾期还款会影响征信并产生违约责任，您是否清楚？',
  }),
  ...below('optional', {
    spouse: '您的配偶是否知晓并同意本次融资？',
    broker: '是否有人以代办、包过等名义向您另外收费？',
  }),
]

function below(parentCode: string, lines: Readonly<Record<string, string>>) {
  return Object.entries(lines).map(([code, label]) => ({ code: `${parentCode}_${code}`, label, parentCode }))
}
