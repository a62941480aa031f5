import { join } from 'node:path'
import { like } from 'drizzle-orm'
import { numberSeries } from '../../domains/system/table.ts'
import { freshDatabase } from '../../domains/testing.ts'
import { closeDatabase, db, inTenant, openDatabase } from '../db/client.ts'
import { underKills } from '../killed-processes.fixture.ts'
import type { ProcessOptions } from './killed-process.fixture.ts'
import { openPortServer } from './port-server.fixture.ts'
import { outsideCall } from './table.ts'

/** Servers and the other side are killed at random while they ask: each call goes out, and is handled once. */

const calls = process.env.NLOS_PROOF === 'full' ? 1_000 : 50
const kills = process.env.NLOS_PROOF === 'full' ? 60 : 4
const key = 'a key that both sides know, 32 characters'

test(
  `${calls} calls are sent and handled once each, whoever is killed meanwhile`,
  async () => {
    const { options, drop } = await freshDatabase()
    let server = await openPortServer(key)
    const { url } = server
    const references = new Set<string>()
    /** Mostly right, at times broken or not yet ready; what never came it does not know. */
    const reply = () => {
      const chance = Math.random()
      if (chance < 0.1) return { status: 500, body: 'broken' }
      if (chance < 0.2) return { status: 202, body: { result: 'pending' } }
      return { status: 200, body: { result: 'done', answer: { token: 'AAAA' } }, afterMs: chance * 20 }
    }
    const behave = () => {
      server.answer = ({ reference }) => {
        references.add(reference)
        return reply()
      }
      server.asks = (reference) => (references.has(reference) ? reply() : { status: 404, body: {} })
    }
    behave()
    // PGlite is open to one process at a time.
    const processes = options.databaseUrl ? 3 : 1
    try {
      const killed = await underKills({
        script: join(import.meta.dirname, 'killed-process.fixture.ts'),
        argument: (first): ProcessOptions => ({
          databaseUrl: options.databaseUrl,
          dataDir: options.dataDir,
          url: url.href,
          key,
          first,
          every: processes,
          calls,
        }),
        processes,
        kills,
        isDone: (message) => {
          const { asked, open } = message as { asked: number; open: number }
          return asked === calls && open === 0
        },
        async trouble(kill) {
          if (kill % 4 !== 0) return
          await server.close()
          server = await openPortServer(key, Number(url.port))
          behave()
        },
      })
      expect(killed).toBeGreaterThan(0)
      await openDatabase(options)
      const rows = await inTenant(1, () => db().select().from(outsideCall))
      expect(rows).toHaveLength(calls)
      expect(rows.filter(({ status }) => status !== 'done')).toEqual([])
      expect(rows.filter(({ reference }) => !references.has(reference))).toEqual([])
      const handled = await inTenant(1, () =>
        db()
          .select({ name: numberSeries.name })
          .from(numberSeries)
          .where(like(numberSeries.name, 'handled %')),
      )
      const ids = handled.map(({ name }) => Number(name.split(' ')[1])).sort((a, b) => a - b)
      expect(ids).toEqual(rows.map(({ id }) => id).sort((a, b) => a - b))
    } finally {
      await server.close()
      await closeDatabase()
      await drop()
    }
  },
  calls * 2_000,
)
