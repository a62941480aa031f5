import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { changes } from '../../../platform/changes/contract.ts'
import type { Endpoint, OutputOf } from '../../../platform/contract/endpoint.ts'
import { asOwner, db, inTenant } from '../../../platform/db/client.ts'
import { SERVICE_BASE } from '../../../platform/http-service.ts'
import { underKills } from '../../../platform/killed-processes.fixture.ts'
import { addDays, businessDate } from '../../../rules/business-date.ts'
import { glLine } from '../../ledger/table.ts'
import { loans } from '../../loans/contract.ts'
import type { FactInput } from '../../loans/rules/fact-input.ts'
import { checkBooks } from '../../loans/service/check-books.ts'
import { loanAccount, loanFact, repayment } from '../../loans/table.ts'
import { newEvent } from '../../orders/service/testing.ts'
import { payPassword } from '../../releases/service/testing.ts'
import { loanToday } from '../../settlements/service/testing.ts'
import { type Caller, callerOf, openTestBackend, type TestBackend } from '../../testing.ts'
import { repayments } from '../contract.ts'
import type { ServerOptions } from './killed-server.fixture.ts'

/** Servers, and the connections of the database, go at random while money comes in: what was answered is booked, once. */

const full = process.env.NLOS_PROOF === 'full'
const onPostgres = Boolean(process.env.NLOS_TEST_DATABASE_URL)
const histories = full ? 500 : 8
const steps = full ? 6 : 4
const kills = full ? 24 : 2
/** So many desks work at once. */
const desks = 4

let backend: TestBackend
let place: { databaseUrl: string | undefined; dataDir: string } | undefined
beforeAll(async () => {
  backend = await openTestBackend({
    background: false,
    prepare: async (options) => {
      place = options
    },
  })
}, 60_000)
afterAll(() => backend.close())

const today = businessDate(new Date())
const some = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)] as T
const money = (most: number) => (1 + Math.random() * most).toFixed(2)

/** Of the servers. PGlite is open to one process at a time, which answers itself. */
let ports: number[] = []

/** Sent once more under the same event until it is answered, as a browser does that hears nothing. */
async function patient(request: Request): Promise<Response> {
  const body = await request.text()
  for (let tries = 0; tries < 3_000; tries++) {
    const sent = new Request(request.url, { method: request.method, headers: request.headers, body })
    try {
      const answer = await (onPostgres ? overHttp(sent, body) : backend.fetch(sent))
      if (answer.status < 500 && answer.status !== 429) return answer
    } catch {
      // The server is gone, or went while it answered.
    }
    await wait(200)
  }
  throw new Error(`never answered: ${request.url}`)
}

async function overHttp({ url, method, headers }: Request, body: string): Promise<Response> {
  const { pathname } = new URL(url)
  const port = some(ports)
  const answer = await fetch(`http://127.0.0.1:${port}${SERVICE_BASE}${pathname}`, { method, headers, body })
  // Whole, or not at all.
  return new Response(await answer.text(), { status: answer.status })
}

const desk = (account: string): Caller => callerOf(patient, () => backend.as(account).token())

type Booked = { kind: string; amount: string | null }

/** One loan by the calls of three people. @returns what they were told is booked */
async function live(loanId: number, loanNo: string): Promise<Booked[]> {
  const [cashier, postloan, checker] = [desk('cashier'), desk('postloan'), desk('finance_checker')]
  const booked: Booked[] = []
  const versionNow = async () => (await postloan.call(loans.standing, { loanId })).rowVersion
  const anyDay = () => addDays(today, -Math.floor(Math.random() * 200))
  const told = <E extends Endpoint>(_endpoint: E, { status, body }: { status: number; body: unknown }) =>
    status === 200 ? (body as OutputOf<E>) : undefined

  async function receive(at: number): Promise<void> {
    const amount = money(4_000)
    const said = {
      loanId,
      valueDate: anyDay(),
      fact: { kind: 'receipt', amount } as const,
      channel: 'transfer' as const,
      thirdNo: `K${loanId}-${at}`,
    }
    const sent = { ...said, rowVersion: await versionNow(), eventId: newEvent() }
    const windows = Math.random() < 0.2 ? [sent, sent] : [sent]
    const answers = await Promise.all(windows.map((one) => cashier.send(repayments.register, one)))
    // A day behind a waiver of what it makes less is refused, with nothing booked.
    if (answers.every(({ status }) => status === 422)) return
    expect(answers.map(({ status }) => status)).toEqual(windows.map(() => 200))
    expect(new Set(answers.map(({ body }) => (body as { repayNo: string }).repayNo)).size).toBe(1)
    booked.push({ kind: 'receipt', amount })
    if (Math.random() > 0.2) return
    const again = { ...said, rowVersion: await versionNow(), eventId: newEvent() }
    expect((await cashier.send(repayments.register, again)).status).toBe(400)
  }

  async function decide(fact: FactInput): Promise<void> {
    const said = { loanId, valueDate: today, fact, reason: '演练', eventId: newEvent() } as const
    const asked = await postloan.send(loans.propose, { ...said, rowVersion: await versionNow() })
    if (!told(loans.propose, asked)) return
    const [change] = (await checker.call(changes.of, { kind: 'loanFact', aboutId: loanId })).data
    if (!change) throw new Error('nothing waits')
    const approval = { ids: [change.id], hashes: [change.contentHash], payPassword }
    const { done } = await checker.call(changes.approve, { ...approval, eventId: newEvent() })
    expect(done).toEqual([change.id])
    booked.push({ kind: fact.kind, amount: 'amount' in fact ? fact.amount : null })
  }

  for (let at = 0; at < steps; at++) {
    const verb = some(['receipt', 'receipt', 'receipt', 'fee', 'waiver', 'deposit', 'reversal'] as const)
    if (verb === 'receipt') await receive(at)
    else if (verb === 'fee') await decide({ kind: 'fee', amount: money(100), periodNo: null })
    else if (verb === 'waiver')
      await decide({ kind: 'waiver', amount: money(20), periodNo: 8, component: 'penalty' })
    else if (verb === 'deposit') await decide({ kind: 'deposit', move: 'received', amount: money(500) })
    else {
      const { data } = await cashier.call(repayments.list, { q: loanNo })
      const own = data.filter(({ state, thirdNo }) => state === '成功' && thirdNo.startsWith('K'))
      if (own.length > 0) await decide({ kind: 'reversal', of: some(own).factNo })
    }
  }
  return booked
}

test(
  `${histories} histories: whatever people were told is booked is booked once, and the books are whole`,
  async () => {
    const lives: { loanId: number; loanNo: string }[] = []
    for (let at = 0; at < histories; at++) {
      const { loanId } = await loanToday(backend)
      const [loan] = await inTenant(1, () =>
        db().select().from(loanAccount).where(eq(loanAccount.id, loanId)),
      )
      lives.push({ loanId, loanNo: loan?.loanNo ?? '' })
    }
    const before = await factsNow()
    for (const account of ['cashier', 'postloan', 'finance_checker']) await backend.as(account).token()
    ports = [await freePort(), await freePort()]
    const told = new Map<number, Booked[]>()
    let left = desks
    const waiting = [...lives]
    const work = async () => {
      try {
        for (let own = waiting.shift(); own; own = waiting.shift())
          told.set(own.loanId, await live(own.loanId, own.loanNo))
      } finally {
        left -= 1
      }
    }
    const working = Promise.all(Array.from({ length: desks }, work))
    // A desk that fails is heard below, and not before.
    working.catch(() => {
      waiting.length = 0
    })
    if (onPostgres) {
      const killed = await underKills({
        script: join(import.meta.dirname, 'killed-server.fixture.ts'),
        argument: (at): ServerOptions => ({
          databaseUrl: place?.databaseUrl ?? '',
          dataDir: place?.dataDir ?? '',
          port: ports[at] ?? 0,
        }),
        processes: ports.length,
        kills,
        isDone: () => left === 0,
        async trouble(kill) {
          if (kill % 3 > 0) return
          // A worker of the autovacuum is the superuser's: no owner ends it.
          await asOwner((connection) =>
            connection.exec(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
              WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`),
          )
        },
      })
      expect(killed).toBeGreaterThan(0)
    }
    await working

    const facts = await factsNow()
    const after = (loanId: number) => {
      const own = (facts.get(loanId) ?? []).slice(before.get(loanId)?.length)
      return own.map(({ kind, amount }) => ({ kind, amount }))
    }
    for (const { loanId } of lives) expect(after(loanId)).toEqual(told.get(loanId))
    const numbers = await inTenant(1, () =>
      db()
        .select({ thirdNo: repayment.thirdNo, times: sql<number>`count(*)::int` })
        .from(repayment)
        .where(sql`${repayment.thirdNo} like 'K%'`)
        .groupBy(repayment.thirdNo),
    )
    expect(numbers.filter(({ times }) => times !== 1)).toEqual([])
    const receipts = [...told.values()].flat().filter(({ kind }) => kind === 'receipt')
    expect(numbers).toHaveLength(receipts.length)
    const [books] = await inTenant(1, () =>
      db()
        .select({ off: sql<string>`(sum(${glLine.debit}) - sum(${glLine.credit}))::text` })
        .from(glLine)
        .where(sql`${glLine.accountCode} not like '7%'`),
    )
    expect(books?.off).toBe('0.00')
    expect((await checkBooks()).differences).toEqual([])
  },
  histories * 30_000 + 600_000,
)

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function factsNow() {
  const rows = await inTenant(1, () => db().select().from(loanFact).orderBy(loanFact.loanId, loanFact.factNo))
  return Map.groupBy(rows, ({ loanId }) => loanId)
}
