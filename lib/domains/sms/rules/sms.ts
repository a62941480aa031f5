import { isIsoDate } from '../../../rules/business-date.ts'
import type { RuleMessage } from '../../../rules/rule-message.ts'
import type { OrderStatus } from '../../orders/rules/order-states.ts'

/** 合同短信 (domain.md 2.18, `sms_record`): the closed list of texts about an order, who gets them and when. */

/** The texts; each stands in the catalogue under `sms.texts`. Only its values change, and never by hand. */
export const smsKinds = [
  'sign_link',
  'sign_turn',
  'sign_reminder',
  'interview',
  'approved',
  'repay_reminder',
  'released',
] as const
export type SmsKind = (typeof smsKinds)[number]

/** All texts that go out, by the names that gateways register them under: those, the codes, and the link to an interview. */
export const smsTemplates = [...smsKinds, 'collect_code', 'signing_code', 'interview_link'] as const
export type SmsTemplate = (typeof smsTemplates)[number]

/**
 * Those that a person chooses. A link is sent where it is made, because its secret is kept nowhere: it could not be
 * written into a text a second time.
 */
export const chosenKinds = ['sign_reminder', 'interview', 'approved', 'repay_reminder'] as const
export type ChosenKind = (typeof chosenKinds)[number]
export const isChosen = (kind: SmsKind): kind is ChosenKind => chosenKinds.some((one) => one === kind)

/** The people who may get one: whoever signs. Emergency contacts have agreed to nothing and get none. */
export const smsParties = ['承租人', '共同承租人', '保证人'] as const
export type SmsParty = (typeof smsParties)[number]

/** 待发送, 已发送 (the provider has it, its answer is out), 送达 (it confirmed), 失败. */
export const smsStates = ['waiting', 'sent', 'delivered', 'failed'] as const
export type SmsState = (typeof smsStates)[number]

/** States of the order at which a text makes sense. */
const stages: Readonly<Record<ChosenKind, readonly OrderStatus[]>> = {
  sign_reminder: ['wait_sign', 'preparing'],
  interview: ['wait_sign', 'preparing'],
  approved: ['wait_sign', 'preparing'],
  repay_reminder: ['released'],
}
export const fitsStage = (kind: ChosenKind, status: string): boolean =>
  stages[kind].some((stage) => stage === status)

/** The same text to the same number again after so many seconds. */
export const smsWaitSeconds = 60
/** The same text to the same number in a day. */
export const smsMostADay = 5
/** Recipients of one call, and orders of one dialog. */
export const smsLimits = { recipients: 10, orders: 20 } as const

/** Half hours of the working day, at which a visit can be agreed. */
export const interviewTimes: readonly string[] = Array.from({ length: 19 }, (_, at) => {
  const minutes = 9 * 60 + at * 30
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${minutes % 60 === 0 ? '00' : '30'}`
})
/** Days ahead for which a visit can be agreed. */
export const interviewDays = 30

export type InterviewValues = { date: string; time: string }

/** The faults of the day and hour of a visit. */
export function interviewIssues(
  { date, time }: InterviewValues,
  now: { today: string; last: string },
): Partial<Record<keyof InterviewValues, RuleMessage | 'sms.dayOver' | 'sms.dayFar'>> {
  const day =
    date === '' || !isIsoDate(date)
      ? 'rules.required'
      : date < now.today
        ? 'sms.dayOver'
        : date > now.last
          ? 'sms.dayFar'
          : undefined
  return {
    ...(day && { date: day }),
    ...(!interviewTimes.includes(time) && { time: 'rules.required' as const }),
  }
}

/** A text with those of its values that are known only now; the others stay as they are named. */
export const fillSms = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (named, name: string) => values[name] || named)

/** Messages that a text is charged as: one up to 70 characters, else pieces of 67. */
export function smsSegments(text: string): number {
  const characters = Array.from(text).length
  return characters <= 70 ? 1 : Math.ceil(characters / 67)
}

type Sent = { kind: SmsKind; state: SmsState; resent: boolean }

/** True where it can be sent again from the list. */
export function resendPermit({ kind, state, resent }: Sent) {
  const refuse = <const K extends string>(reason: K) => ({ ok: false as const, reason })
  if (kind === 'sign_turn') return refuse('sms.useReminder')
  // The release says itself; its text holds no secret and may go again.
  if (!isChosen(kind) && kind !== 'released') return refuse('sms.linkElsewhere')
  if (state === 'waiting' || state === 'sent') return refuse('sms.underWay')
  return resent ? refuse('sms.isResent') : { ok: true as const }
}
