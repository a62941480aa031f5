import { asc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { type AnswerKind, answers } from '../../domains/answers.ts'
import type { Contracts } from '../../domains/endpoints.ts'
import { type SmsKind, type SmsTemplate, smsKinds, smsTemplates } from '../../domains/sms/rules/sms.ts'
import { insurerResults } from '../../domains/underwriting/rules/underwriting.ts'
import { say } from '../../i18n/say.ts'
import { audit } from '../audit.ts'
import type { Call } from '../context.ts'
import type { OutputOf, ParsedInputOf } from '../contract/endpoint.ts'
import { nextVersion } from '../db/changed-by.ts'
import { db } from '../db/client.ts'
import { defineList } from '../db/list.ts'
import { from, is, mostCounted, to } from '../db/list-conditions.ts'
import { badInput, notFound, refused } from '../errors.ts'
import type { HandlersOf } from '../handler.ts'
import { byId, subject } from '../subject.ts'
import { receive } from './callback.ts'
import { outside as calls, type OutsideRow } from './contract.ts'
import { wakeOutside } from './outbox.ts'
import { callTries, lateMs, objections, portNames, type Simulated } from './rules/outside.ts'
import { sayNote } from './said.ts'
import { outsideAttempt, outsideCall, outsideSimulator } from './table.ts'
import { addressOf, isSimulated } from './wiring.ts'

/** 外部请求. */

type Row = typeof outsideCall.$inferSelect

const list = defineList(calls.calls, {
  table: outsideCall,
  scope: 'tenant',
  filters: {
    port: is(outsideCall.port),
    status: is(outsideCall.status),
    from: from(outsideCall.createdAt),
    to: to(outsideCall.createdAt),
  },
  // The other side's people say the number that it was sent.
  search: (q) =>
    isReference(q)
      ? eq(outsideCall.reference, q.toLowerCase())
      : sql`${outsideCall.shown}::text ilike ${`%${q.replace(/[\\%_]/g, '\\$&')}%`}`,
  sorts: { createdAt: outsideCall.createdAt },
  rows: readCalls,
  countTo: mostCounted,
})

const isReference = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

async function readCalls(ids: number[]): Promise<OutsideRow[]> {
  const rows = await db().select().from(outsideCall).where(inArray(outsideCall.id, ids))
  return rows.map(rowOf)
}

const rowOf = (row: Row): OutsideRow => ({
  id: row.id,
  rowVersion: row.rowVersion,
  port: row.port,
  about: purposeOf(row),
  status: row.status,
  summary: namedOf(row.shown)
    .map(({ value }) => value)
    .join(' · ')
    .slice(0, 120),
  attempts: row.attempts,
  createdAt: row.createdAt,
  nextAt: row.nextAt,
  answeredAt: row.answeredAt,
  reason: row.reason && sayNote(row.reason),
  simulated: isSimulated(row.port),
  kept: row.request !== null,
})

/** The purpose of the answer; a kind of another version of the program is shown as it is. */
const purposeOf = ({ aboutType }: Row): string | null =>
  aboutType !== null && Object.hasOwn(answers, aboutType)
    ? say(answers[aboutType as AnswerKind].purpose)
    : aboutType

/** Yes, no, what is asked and which text in words, the rest as it was sent. */
function wordOf(name: string, value: unknown): string {
  if (typeof value === 'boolean') return say(`outside.values.${value}`)
  if (name === 'devices' && typeof value === 'number') return say('outside.values.devices', { count: value })
  if (name === 'kind' && (value === 'authorise' || value === 'cancel')) return say(`outside.values.${value}`)
  const result = name === 'result' ? insurerResults.find((one) => one === value) : undefined
  if (result) return say(`underwriting.results.${result}`)
  const text = name === 'template' ? smsTemplates.find((one) => one === value) : undefined
  if (text) return say(isKind(text) ? `sms.kinds.${text}` : `outside.templates.${text}`)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const isKind = (text: SmsTemplate): text is SmsKind => smsKinds.some((kind) => kind === text)

const namedOf = (values: Record<string, unknown> | null) =>
  Object.entries(values ?? {}).map(([name, value]) => ({
    name,
    value: wordOf(name, value),
  }))

/** @throws 404 */
async function readCall({ id }: { id: number }): Promise<OutputOf<typeof calls.call>> {
  const [row] = await db().select().from(outsideCall).where(eq(outsideCall.id, id))
  if (!row) throw notFound()
  const tries = await db()
    .select()
    .from(outsideAttempt)
    .where(eq(outsideAttempt.callId, id))
    .orderBy(asc(outsideAttempt.id))
  return {
    ...rowOf(row),
    reference: row.reference,
    sent: namedOf(row.shown),
    answer: namedOf(row.answer),
    tries: tries.map(({ id, createdAt, kind, result, ms, note }) => ({
      id,
      at: createdAt,
      kind,
      result,
      ms,
      note: sayNote(note),
    })),
  }
}

async function readPorts(): Promise<OutputOf<typeof calls.ports>> {
  const counted = await db()
    .select({
      port: outsideCall.port,
      open: sql<number>`count(*) filter (where ${outsideCall.nextAt} is not null)::int`,
      dead: sql<number>`count(*) filter (where ${outsideCall.status} = 'dead')::int`,
    })
    .from(outsideCall)
    .where(or(isNotNull(outsideCall.nextAt), eq(outsideCall.status, 'dead')))
    .groupBy(outsideCall.port)
  const settings = await db().select().from(outsideSimulator)
  return {
    data: portNames.map((port) => {
      const { open = 0, dead = 0 } = counted.find((one) => one.port === port) ?? {}
      const byHand = settings.find((one) => one.port === port)?.byHand ?? false
      const leads = addressOf(port) ? 'outside' : isSimulated(port) ? 'simulator' : 'nowhere'
      return { port, leads, byHand: byHand && leads === 'simulator', open, dead }
    }),
  }
}

/** @throws 422 for what is no dead letter, for one whose request was forgotten, or that nobody needs any more */
async function resend(_input: unknown, { now }: Call, row: Row): Promise<Record<string, never>> {
  if (row.status !== 'dead') throw refused('outside.notDead')
  if (row.request === null) throw refused('outside.forgotten')
  // A code or link that has ended by now would only mislead.
  if (row.giveUpAt && new Date(row.giveUpAt) <= now) throw refused('outside.tooLate')
  await db().insert(outsideAttempt).values({ callId: row.id, kind: 'resend', result: 'pending' })
  // Sent: the other side may have had it, and is asked first.
  await change(row, {
    status: 'sent',
    attempts: 0,
    nextAt: sql`now()`,
    answeredAt: null,
    reason: null,
    simulated: null,
  })
  await audit({ before: { status: 'dead' }, after: { port: row.port, status: 'sent' } })
  wakeOutside()
  return {}
}

/** @throws 400 for what the port does not say, 422 for what is answered already, and where no simulator answers */
async function simulate(
  { outcome, result, reason, late, twice }: ParsedInputOf<typeof calls.simulate>,
  { now }: Call,
  row: Row,
): Promise<Record<string, never>> {
  if (!isSimulated(row.port)) throw refused('outside.notSimulated')
  if (row.nextAt === null) throw refused('outside.isAnswered')
  if (outcome === 'objection' && !objections[row.port]?.some((one) => one === result))
    throw badInput({ result: 'rules.code' })
  const at = late ? new Date(now.getTime() + lateMs) : undefined
  const simulated: Simulated = { outcome, result, reason, twice, at: at?.toISOString() }
  await change(row, {
    simulated,
    nextAt: at ? at.toISOString() : sql`now()`,
    // Nobody waits hours to see a dead letter: the next attempt is the last one.
    ...(outcome === 'never' && { attempts: callTries - 1 }),
  })
  await audit({ after: { port: row.port, outcome, result, reason, late, twice } })
  wakeOutside()
  return {}
}

/** @throws 422 where no simulator answers */
async function setSimulator({ port, byHand }: ParsedInputOf<typeof calls.setSimulator>) {
  if (!isSimulated(port)) throw refused('outside.notSimulated')
  await db()
    .insert(outsideSimulator)
    .values({ port, byHand })
    .onConflictDoUpdate({
      target: [outsideSimulator.tenantId, outsideSimulator.port],
      set: { byHand, updatedAt: sql`now()`, rowVersion: nextVersion(outsideSimulator) },
    })
  await audit({ object: `simulator:${port}`, after: { byHand } })
  return {}
}

const change = (row: Row, values: PgUpdateSetSource<typeof outsideCall>) =>
  db()
    .update(outsideCall)
    .set({ ...values, updatedAt: sql`now()`, rowVersion: nextVersion(outsideCall) })
    .where(eq(outsideCall.id, row.id))

export const outsideCallSubject = subject({
  noun: 'outsideCall',
  nameOf: ({ id }: Row) => id,
  lock: byId(outsideCall),
})

export const simulatorSubject = subject({
  noun: 'simulator',
  nameOf: ({ port }: typeof outsideSimulator.$inferSelect) => port,
  lock: byId(outsideSimulator),
})

export const outsideHandlers: HandlersOf<Contracts['outside']> = {
  calls: list.page,
  call: readCall,
  ports: readPorts,
  resend,
  simulate,
  setSimulator,
  callbackSms: receive('sms'),
  callbackCardCheck: receive('cardCheck'),
  callbackDeduction: receive('deduction'),
  callbackDeduct: receive('deduct'),
  callbackTimestamp: receive('timestamp'),
  callbackEsign: receive('esign'),
  callbackPayment: receive('payment'),
  callbackInsurer: receive('insurer'),
  callbackGps: receive('gps'),
  callbackFunder: receive('funder'),
  callbackExpress: receive('express'),
}
