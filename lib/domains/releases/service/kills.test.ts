import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { inArray, isNotNull, sql } from 'drizzle-orm'
import { changes } from '../../../platform/changes/contract.ts'
import { asOwner, db, inTenant } from '../../../platform/db/client.ts'
import { openPortServer } from '../../../platform/outside/port-server.fixture.ts'
import { outsideCall } from '../../../platform/outside/table.ts'
import { wirePorts } from '../../../platform/outside/wiring.ts'
import { glLine } from '../../ledger/table.ts'
import { loanAccount } from '../../loans/table.ts'
import { openTestBackend } from '../../testing.ts'
import { disbursement } from '../table.ts'
import { approving, changeOf, makeRelease, waitingOrders } from './testing.ts'
import type { WorkerOptions } from './worker-process.fixture.ts'

/** Workers, the bank and the connections to the database go at random while money goes out: each order is paid once. */

const full = process.env.NLOS_PROOF === 'full'
/** PGlite, which has one connection for all of them, pays as many as keep the proof short. */
const releases = !full ? 30 : process.env.NLOS_TEST_DATABASE_URL ? 1_000 : 100
const key = 'a key that both sides know, 32 characters'

test(
  'every release is paid once and stands in the books once, whoever is killed meanwhile',
  async () => {
    let place: { databaseUrl: string | undefined; dataDir: string } | undefined
    const backend = await openTestBackend({
      // This process asks nobody: others do, and are killed. PGlite is open to one process at a time, which asks itself.
      outbox: !process.env.NLOS_TEST_DATABASE_URL,
      prepare: async (options) => {
        place = options
      },
    })
    let bank = await openPortServer(key)
    const { url } = bank
    /** Everything that the bank has paid: its own books, by the number of the payment. */
    const paid = new Map<string, { reference: string; times: number }>()
    const reply = (reference: string) => {
      const chance = Math.random()
      if (chance < 0.1) return { status: 500, body: 'broken' }
      if (chance < 0.2) return { status: 202, body: { result: 'pending' } }
      const answer = { bankReference: `B-${reference.slice(0, 8)}`, paidAt: new Date().toISOString() }
      return { status: 200, body: { result: 'done', answer }, afterMs: chance * 20 }
    }
    const behave = () => {
      bank.answer = ({ reference, request }) => {
        const payNo = String(request.payNo)
        const before = paid.get(payNo)
        // Under the reference that it knows, it pays once.
        if (before?.reference !== reference) paid.set(payNo, { reference, times: (before?.times ?? 0) + 1 })
        return reply(reference)
      }
      bank.asks = (reference) =>
        [...paid.values()].some((one) => one.reference === reference)
          ? reply(reference)
          : { status: 404, body: {} }
    }
    behave()
    const worker = (): ChildProcess => {
      const argument: WorkerOptions = {
        databaseUrl: place?.databaseUrl ?? '',
        dataDir: place?.dataDir ?? '',
        url: url.href,
        key,
      }
      return fork(join(import.meta.dirname, 'worker-process.fixture.ts'), [JSON.stringify(argument)], {
        execArgv: [],
      })
    }
    wirePorts({ payment: { url, key } })
    const orders = await waitingOrders(backend, releases)
    for (const id of orders) await makeRelease(backend, id)
    for (let at = 0; at < orders.length; at += 200) {
      const batch = orders.slice(at, at + 200)
      const rows = []
      for (const id of batch) rows.push(await changeOf(backend, 'release', id))
      const { done } = await backend.as('finance_checker').call(changes.approve, approving(...rows))
      expect(done).toHaveLength(batch.length)
    }
    const workers = place?.databaseUrl ? [worker(), worker(), worker()] : []
    try {
      for (let round = 0; (await openCalls()) > 0; round++) {
        if (round > releases + 60) throw new Error('payments stay open')
        await wait(600)
        // Time passes: what a killed process left is due at once, and gives up on nothing.
        await inTenant(1, async () => {
          // Those that a worker holds just now are not left behind.
          const left = await db()
            .select({ id: outsideCall.id })
            .from(outsideCall)
            .where(isNotNull(outsideCall.nextAt))
            .for('no key update', { skipLocked: true })
          const ids = left.map(({ id }) => id)
          await db()
            .update(outsideCall)
            .set({ nextAt: sql`now()`, attempts: 1 })
            .where(inArray(outsideCall.id, ids))
        })
        if (round >= 12) continue
        if (workers.length > 0) {
          const at = round % workers.length
          const killed = workers[at]
          killed?.kill('SIGKILL')
          if (killed?.exitCode === null && killed.signalCode === null) await once(killed, 'exit')
          workers[at] = worker()
        }
        if (round % 4 === 1) {
          await bank.close()
          bank = await openPortServer(key, Number(url.port))
          behave()
        }
        if (round % 4 === 3 && place?.databaseUrl)
          await asOwner((connection) =>
            connection.exec(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
              WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'idle in transaction'`),
          )
      }
      expect([...paid.values()].filter(({ times }) => times !== 1)).toEqual([])
      expect(paid.size).toBe(orders.length)
      const found = await inTenant(1, () =>
        db().select().from(disbursement).where(inArray(disbursement.orderId, orders)),
      )
      expect(found.filter(({ status }) => status !== '成功')).toEqual([])
      expect(found).toHaveLength(orders.length)
      const loans = await inTenant(1, () => db().select({ orderId: loanAccount.orderId }).from(loanAccount))
      expect(new Set(loans.map(({ orderId }) => orderId)).size).toBe(orders.length)
      expect(loans).toHaveLength(orders.length)
      const [books] = await inTenant(1, () =>
        db()
          .select({ off: sql<string>`(sum(${glLine.debit}) - sum(${glLine.credit}))::text` })
          .from(glLine),
      )
      expect(books?.off).toBe('0.00')
    } finally {
      for (const one of workers) one.kill('SIGKILL')
      await Promise.all(
        workers.map((one) => one.exitCode !== null || one.signalCode !== null || once(one, 'exit')),
      )
      wirePorts()
      await bank.close()
      await backend.close()
    }
  },
  releases * 1_000 + 120_000,
)

const openCalls = () =>
  inTenant(1, async () => (await db().select().from(outsideCall).where(isNotNull(outsideCall.nextAt))).length)
