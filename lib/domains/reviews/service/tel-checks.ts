import { and, desc, eq } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { badInput, notFound, refused } from '../../../platform/errors.ts'
import { maskMobile } from '../../../rules/mask.ts'
import {
  isReached,
  standardTelTargets,
  type TelTarget,
  telIssues,
} from '../../configuration/rules/tel-check.ts'
import { linkedPerson } from '../../customers/table.ts'
import { sysUser } from '../../identity/table.ts'
import { templateOf } from '../../orders/rules/entry/templates.ts'
import { entryOf } from '../../orders/service/form-values.ts'
import { type Order, requireEvent } from '../../orders/service/move-order.ts'
import { callRecord } from '../../voice/table.ts'
import type { reviews, TelPerson, TelRecord } from '../contract.ts'
import { telVerify } from '../table.ts'

/** 电核 (domain.md 3.2 `tel_verify`): who is to be called about an order, and what came of the calls. */

type Person = {
  target: TelTarget
  personId: number | null
  name: string
  relation: string | null
  phone: string
}

/** Linked persons who may be called, by their role. */
export const targetOfRole: Readonly<Record<string, TelTarget>> = {
  spouse: 'spouse',
  guarantor: 'guarantor',
  emergency: 'contact',
}

/** The people whom the order has: the customer, the employer with a telephone, the linked persons. */
async function personsOf(order: Order): Promise<Person[]> {
  const linked = await db()
    .select()
    .from(linkedPerson)
    .where(eq(linkedPerson.applicationId, order.id))
    .orderBy(linkedPerson.sort, linkedPerson.id)
  const { employerName, employerTel } = entryOf(order).employment
  return [
    {
      ...({ target: 'customer', personId: null, relation: null } as const),
      name: order.customerName,
      phone: order.mobile,
    },
    ...linked.flatMap(({ id, role, relation, name, mobile }) => {
      const target = targetOfRole[role]
      return target ? [{ target, personId: id, name, relation, phone: mobile }] : []
    }),
    ...(employerTel
      ? [
          {
            target: 'employer' as const,
            personId: null,
            name: employerName,
            relation: null,
            phone: employerTel,
          },
        ]
      : []),
  ]
}

/** The calls recorded for an order, the newest first. */
async function recordsOf(orderId: number): Promise<(TelRecord & { number: string })[]> {
  const rows = await db()
    .select({ record: telVerify, byName: sysUser.name, talkSeconds: callRecord.talkSeconds })
    .from(telVerify)
    .leftJoin(sysUser, eq(sysUser.id, telVerify.createdBy))
    .leftJoin(callRecord, eq(callRecord.id, telVerify.callRecordId))
    .where(eq(telVerify.orderId, orderId))
    .orderBy(desc(telVerify.id))
    .limit(200)
  return rows.map(({ record, byName, talkSeconds }) => ({
    id: record.id,
    target: record.target,
    name: record.name,
    phone: maskMobile(record.phone),
    result: record.result,
    note: record.note,
    answers: record.questions,
    at: record.createdAt,
    byName: byName ?? '',
    talkSeconds,
    number: record.phone,
  }))
}

/** Everybody who may be called, with the newest call to the number that stands there now. */
export async function readTel(order: Order): Promise<TelPerson[]> {
  const records = await recordsOf(order.id)
  const wanted = templateOf(order).telTargets ?? standardTelTargets
  return (await personsOf(order)).map(({ phone, ...person }) => {
    const found = records.find(({ target, number }) => target === person.target && number === phone)
    const { number: _, ...last } = found ?? { number: '' }
    return {
      ...person,
      phone: maskMobile(phone),
      required: wanted.includes(person.target),
      reached: isReached(found?.result),
      last: found ? (last as TelRecord) : null,
    }
  })
}

/** T10's guard. @throws 422 that names who is still to be called */
export async function requireTel(order: Order): Promise<void> {
  const missing = (await readTel(order)).filter(({ required, reached }) => required && !reached)
  if (missing.length === 0) return
  const names = missing.map(({ target, name }) => `${say(`tel.target.${target}`)} ${name}`).join('、')
  throw refused('machine.guard.phoneChecked', { names })
}

/**
 * Records a call to somebody of an order that the caller holds.
 *
 * @throws 404 for who is not of the order, 400 by field for a result that its answers do not bear
 */
export async function recordCall(
  { target, personId, result, note = '', answers }: ParsedInputOf<typeof reviews.recordCall>,
  call: Call,
  order: Order,
): Promise<OutputOf<typeof reviews.recordCall>> {
  requireEvent('first_pass', order, call)
  const issues = telIssues({ result, answers, note })
  if (Object.keys(issues).length > 0) throw badInput(issues)
  const person = (await personsOf(order)).find(
    (one) => one.target === target && one.personId === (personId ?? null),
  )
  if (!person) throw notFound()
  const { name, phone } = person
  const [made] = await db()
    .insert(telVerify)
    .values({
      orderId: order.id,
      target,
      name,
      phone,
      result,
      questions: answers,
      note: note || null,
      callRecordId: await callTo(phone, order, call),
      createdBy: call.actor.id,
      createdAt: call.now.toISOString(),
    })
    .returning({ id: telVerify.id })
  await audit({ after: { target, result } })
  const record = (await recordsOf(order.id)).find(({ id }) => id === made?.id)
  if (!record) throw notFound()
  const { number: _, ...shown } = record
  return shown
}

/** The caller's last call to this number about this order, if the softphone made one; it was for the check. */
async function callTo(phone: string, order: Order, call: Call): Promise<number | null> {
  const [last] = await db()
    .select({ id: callRecord.id })
    .from(callRecord)
    .where(
      and(
        eq(callRecord.agentId, call.actor.id),
        eq(callRecord.orderId, order.id),
        eq(callRecord.phone, phone),
      ),
    )
    .orderBy(desc(callRecord.startAt))
    .limit(1)
  if (!last) return null
  await db().update(callRecord).set({ purpose: '电核' }).where(eq(callRecord.id, last.id))
  return last.id
}
