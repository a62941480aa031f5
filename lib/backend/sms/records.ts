import { and, count, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { MessageKey } from '../../i18n/translator.ts'
import { type SmsKind, smsMostADay, smsWaitSeconds } from '../../rules/sms.ts'
import { nextSmsNo } from '../applications/number-series.ts'
import type { Actor, Call } from '../context.ts'
import { db } from '../db/client.ts'
import { application } from '../db/schema/applications.ts'
import { smsRecord } from '../db/schema/sms.ts'
import { takeTurn } from '../db/turns.ts'
import { orderScope } from '../identity/data-scope.ts'
import { callOutside } from '../outside/outbox.ts'
import { subject } from '../subject.ts'
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

/** Records a text and hands it to the outbox. */
export async function sendSms(text: Text, sender: Sender): Promise<{ id: number; smsNo: string }> {
  const made = await recordSms(text, undefined, sender)
  const { mobile } = text.to
  const callId = await callOutside(
    'sms',
    { mobile, text: text.text, template: text.kind, params: text.params },
    { key: made.smsNo, about: { type: 'sms', id: made.id } },
  )
  await db().update(smsRecord).set({ callId }).where(eq(smsRecord.id, made.id))
  return made
}

/**
 * Notes a text for 合同短信.
 *
 * @param text without the secret of a link, where it has one
 * @param callId of the call that takes it outside, where its sender has made it
 */
export async function recordSms(
  { orderId, kind, to, text, params, againOf }: Text,
  callId: number | undefined,
  { today, now, actor }: Sender,
): Promise<{ id: number; smsNo: string }> {
  const { role, name, mobile } = to
  const [made] = await db()
    .insert(smsRecord)
    .values({
      ...{ smsNo: await nextSmsNo(today), orderId, kind, role, name, mobile, body: text, params },
      ...{ callId, againOf, createdAt: now.toISOString(), createdBy: actor.id },
    })
    .returning({ id: smsRecord.id, smsNo: smsRecord.smsNo })
  if (!made) throw new Error('the text was not recorded')
  return made
}

/** Two calls about the same numbers wait for one another here, and for nothing crosswise. */
export async function takeTurns(mobiles: readonly string[]): Promise<void> {
  for (const mobile of [...new Set(mobiles)].sort()) await takeTurn('sms-mobile', mobile)
}

/** Why the same text may not go to the number again so soon; null when it may. */
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
