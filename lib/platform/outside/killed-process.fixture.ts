import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { and, isNotNull, like, lt, sql } from 'drizzle-orm'
import { answers } from '../../domains/answers.ts'
import { numberSeries } from '../../domains/system/table.ts'
import { db, inTenant, openDatabase } from '../db/client.ts'
import { callOutside } from './outbox.ts'
import { outsideCall } from './table.ts'
import { wirePorts } from './wiring.ts'
import { sendOutbox } from './worker.ts'

/**
 * A server as the outbox sees it, until it is killed: it asks in transactions of its own, sends what any of them asked,
 * and leaves a row for each answer that it handled.
 */

export type ProcessOptions = {
  databaseUrl: string | undefined
  dataDir: string
  url: string
  key: string
  /** The calls it asks: every n-th from the first one. */
  first: number
  every: number
  calls: number
}

const { databaseUrl, dataDir, url, key, first, every, calls }: ProcessOptions = JSON.parse(
  process.argv[2] ?? '',
)
await openDatabase({ databaseUrl, dataDir })
wirePorts({ timestamp: { url: new URL(url), key } })
answers.collectCode.done = async (_answer, { id }) => {
  await db()
    .insert(numberSeries)
    .values({ name: `handled ${id} ${randomUUID()}` })
}
sendOutbox()

const askedName = (at: number) => `asked ${String(at).padStart(6, '0')}`
const own = (name: string) => Number(name.split(' ')[1]) % every === first

/** The row and the question are one: neither is there without the other. */
const ask = (at: number) =>
  inTenant(1, async () => {
    await db()
      .insert(numberSeries)
      .values({ name: askedName(at) })
      .onConflictDoNothing()
    const hash = at.toString(16).padStart(64, '0')
    await callOutside('timestamp', { hash }, { key: hash, about: { type: 'collectCode', id: at + 1 } })
  })

const tell = () =>
  inTenant(1, async () => {
    // Time passes: what a killed process left is due at once, and nothing is given up.
    await db()
      .update(outsideCall)
      .set({ nextAt: sql`now()`, attempts: 1 })
      .where(and(isNotNull(outsideCall.nextAt), lt(outsideCall.sentAt, sql`now() - interval '1 second'`)))
    const asked = await db().$count(numberSeries, like(numberSeries.name, 'asked %'))
    process.send?.({ asked, open: await db().$count(outsideCall, isNotNull(outsideCall.nextAt)) })
  })

const before = await inTenant(1, () =>
  db().select({ name: numberSeries.name }).from(numberSeries).where(like(numberSeries.name, 'asked %')),
)
// The last one before a kill is asked again: nobody knows whether it was answered.
const done = before.map(({ name }) => name).filter(own).length
for (let at = first + Math.max(0, done - 1) * every; at < calls; at += every) {
  await ask(at)
  if ((at - first) % (every * 10) === 0) await tell()
}
for (;;) {
  await tell()
  await wait(400)
}
