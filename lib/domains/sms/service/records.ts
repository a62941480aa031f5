import { and, count, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { MessageKey } from '../../../i18n/translator.ts'
import type { Actor, Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { takeTurn } from '../../../platform/db/turns.ts'
import { callOutside } from '../../../platform/outside/outbox.ts'
import { subject } from '../../../platform/subject.ts'
import { orderScope } from '../../orders/service/data-scope.ts'
import { nextSmsNo } from '../../orders/service/number-series.ts'
import { application } from '../../orders/table.ts'
import { type SmsKind, smsMostADay, smsWaitSeconds } from '../rules/sms.ts'
import { smsRecord } from '../table.ts'
import type { Person } from './offers.ts'

/** The record of a text and the call that takes it outside: both are written by whoever wants it sent, or neither. */

export type SmsRecord = typeof smsRecord.$inferSelect

/** Orders that a condition finds. */
export const ofOrders = (condition: SQL | undefined): SQL | undefined =>
  condition &&
  inArray(smsRecord.orderId, db().select({ id: application.id }).from(application).where(condition))

export const smsScope = (actor: Actor): SQL | undefined => ofOrders(orderScope(actor))

export const smsSubject = subject({
  noun: 'sms',
  nameOf: ({ id }: SmsRecord) => id,
  lock: async (id: number, { tenantId, actor }: Call) => {
    const [row] = await db()
      .select()
      .from(smsRecord)
      .where(and(eq(smsRecord.id, id), eq(smsRecord.tenantId, tenantId), smsScope(actor)))
      .for('no key update')
    return row
  },
})

type Said = { text: string; params: Readonly<Record<string, string>> }
type Text = Said & {
  orderId: number
  kind: SmsKind
  to: Omit<Person, 'key'>
  againOf?: number
}
type Sender = Pick<Call, 'today' | 'now'> & { actor: { id: number } }

/** Hands a text to the outbox and records it. */
export async function sendSms(text: Text, sender: Sender): Promise<{ id: number; smsNo: string }> {
  const { kind, orderId, params, to } = text
  const smsNo = await nextSmsNo(sender.today)
  const callId = await callOutside(
    'sms',
    { mobile: to.mobile, text: text.text, template: kind, params },
    { key: smsNo, about: { type: 'sms', id: orderId } },
  )
  return insert({ ...text, smsNo, callId }, sender)
}

/** Records a text that its sender hands to the outbox himself. @param text without its secret, where it has one */
export const recordSms = async (text: Text & { callId: number }, sender: Sender) =>
  insert({ ...text, smsNo: await nextSmsNo(sender.today) }, sender)

async function insert(
  { text, to, ...others }: Text & { smsNo: string; callId: number },
  { now, actor }: Sender,
): Promise<{ id: number; smsNo: string }> {
  const { role, name, mobile } = to
  const by = { createdAt: now.toISOString(), createdBy: actor.id }
  const [made] = await db()
    .insert(smsRecord)
    .values({ ...others, ...by, role, name, mobile, body: text })
    .returning({ id: smsRecord.id, smsNo: smsRecord.smsNo })
  if (!made) throw new Error('the text was not recorded')
  return made
}

/** Two calls about the same numbers wait for one another here, and for nothing crosswise. */
export async function takeTurns(mobiles: readonly string[]): Promise<void> {
  for (const mobile of [...new Set(mobiles)].sort()) await takeTurn('sms-mobile', mobile)
}

/** The reason why the same text may not go to the number again so soon; null when it may. */
export async function tooSoon(kind: SmsKind, mobile: string): Promise<MessageKey | null> {
  const since = (seconds: number) =>
    and(
      eq(smsRecord.mobile, mobile),
      eq(smsRecord.kind, kind),
      gt(smsRecord.createdAt, sql`now() - make_interval(secs => ${seconds})`),
    )
  const sent = async (seconds: number) => {
    const [row] = await db().select({ texts: count() }).from(smsRecord).where(since(seconds))
    return row?.texts ?? 0
  }
  if ((await sent(smsWaitSeconds)) > 0) return 'sms.tooSoon'
  return (await sent(86_400)) >= smsMostADay ? 'sms.tooMany' : null
}
