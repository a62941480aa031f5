import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isNotNull, sql } from 'drizzle-orm'
import { closeDatabase, db, inTenant, openDatabase } from '../db/client.ts'
import { outsideCall } from '../db/schema/outside.ts'
import { numberSeries } from '../db/schema/system.ts'
import { freshDatabase } from '../testing.ts'
import { callOutside } from './outbox.ts'
import { openPortServer } from './port-server.fixture.ts'
import { wirePorts } from './wiring.ts'
import type { WorkerOptions } from './worker-process.fixture.ts'

/** Workers and the other side are killed at random while calls go out: each goes out, and is handled once. */

const calls = process.env.NLOS_PROOF === 'full' ? 1_000 : 100
const key = 'a key that both sides know, 32 characters'

test(
  'every call is sent and handled once, whoever is killed meanwhile',
  async () => {
    const { options, drop } = await freshDatabase()
    await openDatabase(options)
    let server = await openPortServer(key)
    const { url } = server
    const references = new Set<string>()
    /** Mostly right, at times broken or not yet ready; what never came it does not know. */
    const reply = () => {
      const chance = Math.random()
      if (chance < 0.1) return { status: 500, body: 'broken' }
      if (chance < 0.2) return { status: 202, body: { result: 'pending' } }
      return {
        status: 200,
        body: { result: 'done', answer: { token: 'AAAA' } },
        afterMs: chance * 20,
      }
    }
    const behave = () => {
      server.answer = ({ reference }) => {
        references.add(reference)
        return reply()
      }
      server.asks = (reference) => (references.has(reference) ? reply() : { status: 404, body: {} })
    }
    behave()
    const worker = (): ChildProcess => {
      const { databaseUrl = '', dataDir } = options
      const argument: WorkerOptions = { databaseUrl, dataDir, url: url.href, key }
      return fork(join(__dirname, 'worker-process.fixture.ts'), [JSON.stringify(argument)], { execArgv: [] })
    }
    const workers = [worker(), worker(), worker()]
    wirePorts({ timestamp: { url, key } })
    try {
      for (let at = 0; at < calls; at++) {
        const hash = at.toString(16).padStart(64, '0')
        await inTenant(1, () =>
          callOutside('timestamp', { hash }, { key: hash, about: { type: 'collectCode', id: at } }),
        )
      }
      for (let round = 0; (await openCalls()) > 0; round++) {
        if (round > calls) throw new Error('calls stay open')
        await wait(600)
        const at = round % workers.length
        // Time passes: what a killed process left is due at once, and gives up on nothing.
        await inTenant(1, () =>
          db()
            .update(outsideCall)
            .set({ nextAt: sql`now()`, attempts: 1 })
            .where(isNotNull(outsideCall.nextAt)),
        )
        if (round < 12) {
          const killed = workers[at]
          killed?.kill('SIGKILL')
          if (killed?.exitCode === null && killed.signalCode === null) await once(killed, 'exit')
          workers[at] = worker()
        }
        if (round % 4 === 1 && round < 12) {
          await server.close()
          server = await openPortServer(key, Number(url.port))
          behave()
        }
      }
      const rows = await inTenant(1, () => db().select().from(outsideCall))
      expect(rows.filter(({ status }) => status !== 'done')).toEqual([])
      expect(rows.filter(({ reference }) => !references.has(reference))).toEqual([])
      const names = await inTenant(1, () => db().select({ name: numberSeries.name }).from(numberSeries))
      const handled = names
        .map(({ name }) => name.split(' ')[0])
        .filter((id) => rows.some((row) => String(row.id) === id))
      expect(handled).toHaveLength(calls)
      expect(new Set(handled).size).toBe(calls)
    } finally {
      for (const one of workers) one.kill('SIGKILL')
      await Promise.all(
        workers.map((one) => one.exitCode !== null || one.signalCode !== null || once(one, 'exit')),
      )
      wirePorts()
      await server.close()
      await closeDatabase()
      await drop()
    }
  },
  calls * 1_000,
)

const openCalls = () =>
  inTenant(1, async () => (await db().select().from(outsideCall).where(isNotNull(outsideCall.nextAt))).length)
