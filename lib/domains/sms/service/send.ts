import { and, eq, inArray } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import type { MessageKey } from '../../../i18n/translator.ts'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { changedBy } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { badInput, refused } from '../../../platform/errors.ts'
import { addDays } from '../../../rules/business-date.ts'
import { maskMobile } from '../../../rules/mask.ts'
import { orderScope } from '../../orders/service/data-scope.ts'
import type { Order } from '../../orders/service/move-order.ts'
import { application } from '../../orders/table.ts'
import type { sms } from '../contract.ts'
import { interviewDays, interviewIssues, resendPermit } from '../rules/sms.ts'
import { smsRecord } from '../table.ts'
import { stateOf } from './call-state.ts'
import { chineseDay, offersOf } from './offers.ts'
import { type SmsRecord, sendSms, takeTurns, tooSoon } from './records.ts'

/** The people of the orders of these numbers that the caller sees, in the order of the numbers. */
export async function readTargets(
  { orderNos }: ParsedInputOf<typeof sms.targets>,
  call: Call,
): Promise<OutputOf<typeof sms.targets>> {
  const wanted = [...new Set(orderNos.map((number) => number.toUpperCase()))]
  const orders = await db()
    .select()
    .from(application)
    .where(and(inArray(application.orderNo, wanted), orderScope(call.actor)))
  const targets = []
  for (const orderNo of wanted) {
    const order = orders.find((one) => one.orderNo === orderNo)
    if (!order) continue
    const recipients = await offersOf(order, call)
    targets.push({
      orderId: order.id,
      orderNo,
      customerName: order.customerName,
      recipients: recipients.map(({ mobile, offers, ...person }) => ({
        ...person,
        mobile: maskMobile(mobile),
        offers: offers.map(({ kind, obstacle, text }) => ({ kind, obstacle, text })),
      })),
    })
  }
  return targets
}

type Result = OutputOf<typeof sms.send>['results'][number]

/** @throws 400 for the day or hour of a visit; 422 when it was sent to nobody, with the first reason */
export async function send(
  input: ParsedInputOf<typeof sms.send>,
  call: Call,
  order: Order,
): Promise<OutputOf<typeof sms.send>> {
  const { kind } = input
  const visit = kind === 'interview' ? visitOf(input, call) : {}
  const people = await offersOf(order, call)
  const wanted = [...new Set(input.recipients)]
  await takeTurns(people.filter(({ key }) => wanted.includes(key)).map(({ mobile }) => mobile))
  const results: Result[] = []
  let first: MessageKey | undefined
  for (const key of wanted) {
    const person = people.find((one) => one.key === key)
    const offer = person?.offers.find((one) => one.kind === kind)
    const reason =
      !person || !offer ? 'sms.noRecipient' : (offer.obstacle ?? (await tooSoon(kind, person.mobile)))
    if (!person || !offer || reason) {
      first ??= reason ?? undefined
      results.push({ key, smsNo: null, reason: reason && say(reason) })
      continue
    }
    const params = { ...offer.params, ...visit }
    const text = say(`sms.texts.${kind}`, params)
    const { smsNo } = await sendSms({ orderId: order.id, kind, to: person, text, params }, call)
    results.push({ key, smsNo, reason: null })
  }
  const sent = results.filter(({ smsNo }) => smsNo !== null)
  if (sent.length === 0) throw refused(first ?? 'sms.noRecipient')
  await audit({ after: { kind, to: sent.map(({ key }) => key), smsNo: sent.map(({ smsNo }) => smsNo) } })
  return { results }
}

/** The time of the visit, in the words of its text. */
function visitOf({ date = '', time = '' }: { date?: string; time?: string }, { today }: Call) {
  const wrong = interviewIssues({ date, time }, { today, last: addDays(today, interviewDays) })
  if (Object.keys(wrong).length > 0) throw badInput(wrong)
  return { date: chineseDay(date), time }
}

/** 重发: what was said once, said again; the number is the one of then, which may be what went wrong. */
export async function resend(
  _input: object,
  call: Call,
  row: SmsRecord,
): Promise<OutputOf<typeof sms.resend>> {
  const { kind, orderId, role, name, mobile, body, params } = row
  const permit = resendPermit({ kind, state: await stateOf(row.id), resent: row.resentAt !== null })
  if (!permit.ok) throw refused(permit.reason)
  await takeTurns([mobile])
  const soon = await tooSoon(kind, mobile)
  if (soon) throw refused(soon)
  const at = call.now.toISOString()
  await db()
    .update(smsRecord)
    .set({
      resentAt: at,
      ...changedBy(smsRecord, call),
    })
    .where(eq(smsRecord.id, row.id))
  const to = { role, name, mobile }
  const made = await sendSms({ orderId, kind, to, text: body, params, againOf: row.id }, call)
  await audit({ before: { smsNo: row.smsNo }, after: { kind, smsNo: made.smsNo } })
  return made
}
