import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import { tenant } from '../../domains/identity/table.ts'
import { portOf } from '../../domains/ports.ts'
import { db, inTenant } from '../db/client.ts'
import { keepLooking } from '../jobs/poll.ts'
import { describeError, log } from '../log.ts'
import { askOver, sendOver } from './http-port.ts'
import { outboxIsSentBy } from './outbox.ts'
import type { Outcome, Outgoing } from './outcome.ts'
import { callRest, type PortName, portNames } from './rules/outside.ts'
import { giveUp, heldBack, settle, settleTrouble } from './settle.ts'
import { simulate, waitsForPerson } from './simulator.ts'
import { outsideCall } from './table.ts'
import { addressOf, isSimulated } from './wiring.ts'

type Row = typeof outsideCall.$inferSelect

/**
 * So many calls of one port a process has under way at once. Each port has its own places: whoever does not answer
 * holds those of his port, and no code that lives for minutes waits for a bank.
 */
const width = 4
const everyMs = 1_000
/** Beside the time that the other side may take: for the transactions around it. */
const graceMs = 20_000

/**
 * Sends what is in the outboxes of all tenants until the process ends. Several processes may: each attempt is of one of
 * them. @returns ends it, after the calls under way
 */
export function sendOutbox(): () => Promise<void> {
  const running = new Map<PortName, Set<Promise<void>>>(portNames.map((port) => [port, new Set()]))
  const open = () => portNames.filter((port) => (running.get(port)?.size ?? 0) < width)
  let ended = false

  async function look(): Promise<boolean> {
    if (ended || open().length === 0) return false
    const { rows } = await inTenant(0, () =>
      db().execute<{ id: number }>(sql`select nlos_waiting_calls() as id`),
    )
    let taken = 0
    for (const { id } of rows) {
      if (ended) break
      const call = await takeCall(id, open())
      if (!call) continue
      const under = running.get('late' in call ? call.late.port : call.row.port)
      taken++
      const attempt = ('late' in call ? endLate(call.late) : attend(call))
        .catch((error: unknown) =>
          log({
            event: 'outside call not settled',
            number: 'late' in call ? call.late.id : call.row.id,
            ...describeError(error),
          }),
        )
        .finally(() => {
          under?.delete(attempt)
          poll.wake()
        })
      under?.add(attempt)
    }
    return taken > 0
  }

  const poll = keepLooking('outbox not looked at', everyMs, look)
  outboxIsSentBy(poll)
  return async () => {
    ended = true
    outboxIsSentBy(undefined)
    await poll.end()
    await Promise.all([...running.values()].flatMap((calls) => [...calls]))
  }
}

type Taken = { row: Row; tenantCode: string; byHand: boolean; wasSent: boolean }

/**
 * Takes the tenant's next call that is due, of a port that has room. It counts as sent before it is: after a kill nobody
 * knows, and its answer is asked for. One that nobody needs any more comes as `late`.
 */
const takeCall = (tenantId: number, open: readonly PortName[]): Promise<Taken | { late: Row } | undefined> =>
  inTenant(tenantId, async () => {
    const [row] = await db()
      .select()
      .from(outsideCall)
      .where(and(lte(outsideCall.nextAt, sql`now()`), inArray(outsideCall.port, [...open])))
      // A call that ends in minutes, as a code does, goes before what has days.
      .orderBy(
        sql`coalesce(${outsideCall.giveUpAt} < now() + interval '10 minutes', false) desc`,
        ...[asc(outsideCall.nextAt), asc(outsideCall.id)],
      )
      .limit(1)
      .for('update', { skipLocked: true })
    if (!row) return undefined
    if (row.giveUpAt && new Date(row.giveUpAt) < new Date()) {
      // Should its end fail, it is tried again later and stands in nobody's way.
      await db()
        .update(outsideCall)
        .set({ nextAt: sql`now() + make_interval(secs => ${graceMs / 1000})` })
        .where(eq(outsideCall.id, row.id))
      return { late: row }
    }
    const wait = Math.max(callRest(row.attempts + 1), portOf(row.port).timeoutMs * 2 + graceMs)
    await db()
      .update(outsideCall)
      .set({
        status: 'sent',
        attempts: row.attempts + 1,
        sentAt: row.sentAt ?? sql`now()`,
        nextAt: sql`now() + make_interval(secs => ${wait / 1000})`,
      })
      .where(and(eq(outsideCall.id, row.id)))
    const [own] = await db().select({ code: tenant.code }).from(tenant).where(eq(tenant.id, tenantId))
    const byHand = isSimulated(row.port) && (await waitsForPerson(row.port))
    return { row, tenantCode: own?.code ?? '', byHand, wasSent: row.status === 'sent' }
  })

/** Unless an answer came meanwhile. */
const endLate = ({ id, tenantId }: Row): Promise<void> =>
  inTenant(tenantId, async () => {
    const [row] = await db().select().from(outsideCall).where(eq(outsideCall.id, id)).for('update')
    if (row?.nextAt) await giveUp(row, 'too late')
  })

/** One attempt: an answer that was never heard is asked for first. */
async function attend({ row, tenantCode, byHand, wasSent }: Taken): Promise<void> {
  const { port, reference } = row
  const outgoing: Outgoing = { port, reference, tenantCode, request: row.request as Record<string, unknown> }
  const address = addressOf(port)
  const from = Date.now()
  const take = async (kind: 'send' | 'ask', outcome: Outcome) => {
    const attempt = { kind, ms: Date.now() - from }
    try {
      await inTenant(row.tenantId, () => settle(row.id, attempt, outcome))
    } catch (error) {
      await inTenant(row.tenantId, () => settleTrouble(row.id, attempt, error))
    }
  }
  const why = () => inTenant(row.tenantId, () => heldBack(row))
  if (!address) {
    const held = wasSent ? undefined : await why()
    if (held) return take('send', { result: 'error', note: held })
    const outcome: Outcome = isSimulated(port)
      ? await simulate(outgoing, row.simulated, byHand, new Date())
      : { result: 'error', note: 'the port is not set up' }
    await take(wasSent ? 'ask' : 'send', outcome)
    if (row.simulated?.twice) await take('ask', outcome)
    return
  }
  if (wasSent) {
    const asked = await askOver(address, outgoing)
    await take('ask', asked)
    if (asked.result !== 'unknown') return
  }
  const held = await why()
  await take('send', held ? { result: 'error', note: held } : await sendOver(address, outgoing))
}
