/**
 * Releases from the cashier's click to the answer of the bank, while server, database and bank are killed at random.
 * Rows A6, P8. `TORTURE_RELEASES` says how many.
 */
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { demoPassword } from '../lib/domains/identity/service/demo-offer.ts'
import { clientHash } from '../lib/domains/identity/service/password-hash.ts'
import { releases } from '../lib/domains/releases/contract.ts'
import { bulk } from '../lib/platform/bulk/contract.ts'
import { changes } from '../lib/platform/changes/contract.ts'
import { encodeForm } from '../lib/platform/contract/form-text.ts'
import { freePort, lasting, startPostgres } from '../scripts/postgres.mjs'
import { compileCache } from '../scripts/serve.mjs'
import { openBank } from './bank.mjs'
import { createClient } from './client.mjs'
import { newSecret, ownFolder, startServer } from './servers.mjs'

const COUNT = Number(process.env.TORTURE_RELEASES ?? 1_000)
/** Tabs of one cashier, and of one checker. */
const TABS = 3
/** Orders that a cashier marks in the list, changes that a checker marks. */
const MARKED = 20
/** Nobody waits longer for an answer, or for the last payment. */
const PATIENCE_MS = 15_000
/** Something is killed about so often while the money goes out, and after so long at the latest. */
const KILLS = 25
const WORKED_MS = 20_000
const SETTLED_WITHIN_MS = 1_200_000

export function releaseParts(tally) {
  return [
    () =>
      tally.part('A6, P8', `${COUNT} releases while server, database and bank are killed`, async (part) => {
        const postgres = await startPostgres(['nlos'], lasting)
        try {
          return await releaseAll(part, postgres)
        } finally {
          await postgres.stop()
        }
      }),
  ]
}

async function releaseAll(part, postgres) {
  const key = newSecret()
  const port = await freePort()
  const client = createClient(port, 32)
  const bank = await openBank(key, (sent) => client.ask(sent))
  const env = {
    NLOS_DEMO: '1',
    PORT: String(port),
    DATA_DIR: ownFolder(),
    DATABASE_URL: postgres.urls.nlos,
    PORT_PAYMENT_URL: bank.url,
    PORT_PAYMENT_KEY: key,
    ...compileCache,
  }
  const at = { part, postgres, bank, env, client, server: await startServer(env), over: false }
  at.sql = (text, values) => onDatabase(postgres.urls.nlos, text, values)
  try {
    at.cashier = await person(at, 'cashier')
    at.checker = await person(at, 'finance_checker')
    at.orders = await waitingOrders(at)
    const started = performance.now()
    const work = [...tabs(() => make(at)), ...tabs(() => check(at))]
    const killed = await kill(at)
    await Promise.all(work)
    const seconds = (performance.now() - started) / 1000
    await audit(at)
    const times = Object.entries(killed).map(([name, count]) => `${name} ${count}×`)
    const asked = `${at.cashier.said()}; ${at.checker.said()}`
    return `killed: ${times.join(', ')}; all paid after ${seconds.toFixed(0)} s; ${asked}`
  } finally {
    at.over = true
    client.close()
    await at.server.kill()
    await bank.close()
  }
}

const tabs = (open) => Array.from({ length: TABS }, open)

/** A statement of the owner of the database, on a connection of its own, as often as it takes. */
async function onDatabase(url, text, values) {
  for (let tries = 1; ; tries++) {
    const connection = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
    connection.on('error', () => undefined)
    try {
      await connection.connect()
      await connection.query("SELECT set_config('app.tenant_id', '1', false)")
      return (await connection.query(text, values)).rows
    } catch (error) {
      // Of classes 08 and 57 are errors of a database that is going or coming; a broken connection has no code of SQL.
      if (tries === 100 || /^(?!08|57)[0-9A-Z]{5}$/.test(error.code ?? '')) throw error
      await wait(200)
    } finally {
      await connection.end().catch(() => undefined)
    }
  }
}

/** Copies of the demo's orders that wait for their release, as many as are wanted. */
async function waitingOrders({ cashier, sql }) {
  const { body } = await cashier.look(releases.list, { releaseState: 'make', start: 0, length: 100 })
  const from = body.data.filter(({ openConditions }) => openConditions === 0).map(({ id }) => id)
  const columns = await sql(`SELECT string_agg(quote_ident(column_name), ', ') AS names
    FROM information_schema.columns WHERE table_name = 'application' AND column_name NOT IN ('id', 'order_no')`)
  const [{ names }] = columns
  return sql(
    `INSERT INTO application (order_no, ${names})
     SELECT 'KILLS-' || n, ${names} FROM generate_series(1, $2::int) AS n
     JOIN application ON id = ($1::bigint[])[1 + n % cardinality($1::bigint[])]
     RETURNING id::int, order_no AS "orderNo", row_version AS "rowVersion"`,
    [from, COUNT],
  )
}

/** Somebody signed in, who asks again when nothing was answered. */
async function person({ client, part }, account) {
  const signIn = () => client.signIn(`account=${account}&password=${clientHash(demoPassword)}`)
  let cookie = await signIn()
  const statuses = new Map()
  const count = (status) => statuses.set(status, (statuses.get(status) ?? 0) + 1)

  /** @returns what was answered; `status` 0 when nothing was, or that the service is out of order for now */
  async function ask({ path }, fields) {
    const sent = { path: `/nlos${path}`, body: encodeForm(fields), cookie, timeout: PATIENCE_MS }
    const { status, body } = await client.ask(sent).catch(() => ({ status: 0 }))
    count(status || 'no answer')
    if (status === 401) cookie = await signIn().catch(() => cookie)
    if (status >= 500 && status !== 503) part.fell.push(`${path}: ${status} ${body}`)
    if ([0, 401, 429].includes(status) || status >= 500) {
      await wait(200)
      return { status: 0 }
    }
    return { status, body: JSON.parse(body) }
  }

  return {
    async look(endpoint, fields) {
      for (;;) {
        const answer = await ask(endpoint, fields)
        if (answer.status !== 0) return answer
      }
    },
    /** A write under its event: now and then by a double click, and half of those without an answer once more. */
    async write(endpoint, fields) {
      const clicks = Math.random() < 0.1 ? 2 : 1
      const answers = await Promise.all(Array.from({ length: clicks }, () => ask(endpoint, fields)))
      const answer = answers.find(({ status }) => status !== 0)
      if (answer) {
        part.tried++
        return answer
      }
      return Math.random() < 0.5 ? ask(endpoint, fields) : { status: 0 }
    },
    said: () => `${account} ${[...statuses].map(([status, times]) => `${times} × ${status}`).join(', ')}`,
  }
}

/** A tab of the cashier: makes what the list still has, one by one or as a batch. */
async function make(at) {
  const { cashier } = at
  while (!at.over) {
    const { body } = await cashier.look(releases.list, {
      releaseState: 'make',
      start: 0,
      length: 40,
      search: 'KILLS-',
    })
    const own = body.data.filter(({ orderNo }) => orderNo.startsWith('KILLS-'))
    if (own.length === 0) await wait(500)
    else if (Math.random() < 0.2) await makeMany(cashier, someOf(own, MARKED))
    else for (const { id } of someOf(own, MARKED)) await makeOne(at, id)
  }
}

const someOf = (rows, most) => {
  const from = Math.floor(Math.random() * rows.length)
  return rows.slice(from, from + 1 + Math.floor(Math.random() * most))
}

/** Made until the order says so: the same content without an answer is the same event, as our own page has it. */
async function makeOne({ cashier, part }, orderId) {
  let sent = {}
  for (let tries = 0; ; tries++) {
    const { status, body } = await cashier.look(releases.get, { orderId })
    if (status !== 200) part.fell.push(`order ${orderId} is not shown: ${status} ${JSON.stringify(body)}`)
    if (body.releaseState !== 'make') return
    const { rowVersion } = body.order
    if (sent.rowVersion !== rowVersion) sent = { orderId, rowVersion, eventId: randomUUID() }
    const made = await cashier.write(releases.make, sent)
    if (made.status === 200) return
    // Whoever was refused looks again: another tab was quicker.
    if (made.status !== 0) sent = {}
    if (tries === 50) return part.fell.push(`order ${orderId} cannot be made: ${JSON.stringify(made)}`)
  }
}

/** A batch that the server does by itself, and goes on with after it was killed. */
async function makeMany(cashier, orders) {
  const rows = orders.map(({ id, orderNo, rowVersion }) => ({
    name: orderNo,
    fields: { orderId: String(id), rowVersion: String(rowVersion) },
  }))
  const sent = { title: '制单', path: releases.make.path, rows, eventId: randomUUID() }
  while ((await cashier.write(bulk.start, sent)).status === 0);
}

/** A tab of the checker: one change at a time or many, as they come. */
async function check(at) {
  const payPassword = createHash('md5').update(demoPassword).digest('hex')
  while (!at.over) {
    const { body } = await at.checker.look(changes.list, { kind: 'release', start: 0, length: 50 })
    if (body.data.length === 0) {
      await wait(300)
      continue
    }
    const some = someOf(body.data, Math.random() < 0.5 ? 1 : MARKED)
    const ids = some.map(({ id }) => id)
    const hashes = some.map(({ contentHash }) => contentHash)
    const sent = { ids, hashes, payPassword, eventId: randomUUID() }
    // Nobody can tell whether it was done: the same again, or a look at what the list has now.
    while ((await at.checker.write(changes.approve, sent)).status === 0 && Math.random() < 0.5);
  }
}

/** Kills one after the other until everything is paid. @returns how often each */
async function kill(at) {
  const ways = {
    server: killServer,
    'a connection’s process': killBackend,
    PostgreSQL: killDatabase,
    bank: killBank,
  }
  const killed = Object.fromEntries(Object.keys(ways).map((name) => [name, 0]))
  let bag = []
  for (const end = performance.now() + SETTLED_WITHIN_MS; (await openOrders(at)) > 0; ) {
    if (performance.now() > end) {
      at.part.fell.push(`${await openOrders(at)} orders are not paid after ${SETTLED_WITHIN_MS / 1000} s`)
      break
    }
    if (bag.length === 0) bag = shuffled(['server', 'server', ...Object.keys(ways)])
    await workOn(at)
    const name = bag.pop()
    await ways[name](at)
    killed[name]++
    await passTime(at)
  }
  at.over = true
  for (const [name, times] of Object.entries(killed))
    if (times === 0) at.part.fell.push(`${name} was never killed: too few releases to say anything`)
  return killed
}

/** Some payments more, or none for a while: on a slow machine too work is done between two kills. */
async function workOn({ bank }) {
  const enough = bank.books().length + Math.random() * 2 * (COUNT / KILLS)
  const end = performance.now() + WORKED_MS
  while (bank.books().length < enough && performance.now() < end) await wait(50)
}

const shuffled = (names) =>
  names
    .map((name) => ({ name, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ name }) => name)

async function killServer(at) {
  if (at.server.gone) at.part.fell.push(`the server ended by itself:\n${at.server.log().slice(-2_000)}`)
  await at.server.kill()
  at.server = await startServer(at.env)
}

/** One that is in the middle of something, if one is: the database throws all others out and recovers. */
async function killBackend({ sql }) {
  for (let looks = 0; looks < 50; looks++) {
    const busy = looks < 49 ? "state <> 'idle'" : 'true'
    const [found] = await sql(`SELECT pid FROM pg_stat_activity WHERE datname = current_database()
      AND pid <> pg_backend_pid() AND application_name = 'nlos-console' AND ${busy} ORDER BY random() LIMIT 1`)
    try {
      if (found) return process.kill(found.pid, 'SIGKILL')
    } catch (error) {
      if (error.code !== 'ESRCH') throw error
    }
  }
}

const killDatabase = ({ postgres }) => postgres.crash()
const killBank = ({ bank }) => bank.goAway(500 + Math.random() * 1_500)

/**
 * Everything that the next attempt waits for is over: so a proof of hours takes minutes, and no payment is given up.
 */
const passTime = ({ sql }) =>
  sql(`UPDATE outside_call SET next_at = now(), attempts = 1 WHERE id IN (
    SELECT id FROM outside_call WHERE port = 'payment' AND next_at IS NOT NULL FOR NO KEY UPDATE SKIP LOCKED)`)

async function openOrders({ sql, orders }) {
  const [{ open }] = await sql(
    "SELECT count(*)::int AS open FROM application WHERE id = ANY($1) AND status <> 'released'",
    [ids(orders)],
  )
  return open
}

const ids = (orders) => orders.map(({ id }) => id)

/** The bank's books beside ours. */
async function audit({ part, sql, bank, orders }) {
  const expectNone = (what, rows) => {
    part.tried++
    if (rows.length > 0) part.fell.push(`${what}: ${rows.length}, such as ${JSON.stringify(rows[0])}`)
  }
  const perOrder = (table, where) =>
    sql(
      `SELECT o.id, count(t.id)::int AS times FROM unnest($1::bigint[]) AS o(id)
       LEFT JOIN ${table} t ON t.order_id = o.id AND ${where} GROUP BY o.id HAVING count(t.id) <> 1`,
      [ids(orders)],
    )
  expectNone(
    'orders lost',
    await sql(
      "SELECT o.id FROM unnest($1::bigint[]) AS o(id) LEFT JOIN application a ON a.id = o.id WHERE a.status IS DISTINCT FROM 'released'",
      [ids(orders)],
    ),
  )
  expectNone('orders not released just once', await perOrder('review_log', "t.to_status = 'released'"))
  expectNone('orders without just one 放款单', await perOrder('disbursement', 'true'))
  expectNone('orders without just one that succeeded', await perOrder('disbursement', "t.status = '成功'"))
  expectNone('orders without just one loan', await perOrder('loan_account', 'true'))

  const byOrder = Map.groupBy(bank.books(), ({ orderNo }) => orderNo)
  expectNone(
    'orders that the bank has not paid just once',
    orders.filter(({ orderNo }) => byOrder.get(orderNo)?.length !== 1),
  )
  const ours = await sql(
    'SELECT pay_no, amount::text, bank_reference FROM disbursement WHERE order_id = ANY($1)',
    [ids(orders)],
  )
  const byPayNo = Map.groupBy(bank.books(), ({ payNo }) => payNo)
  expectNone(
    '放款单 that the bank knows otherwise',
    ours.filter(({ pay_no, amount, bank_reference }) => {
      const [payment, ...more] = byPayNo.get(pay_no) ?? []
      return more.length > 0 || payment?.amount !== amount || payment.answer.bankReference !== bank_reference
    }),
  )

  expectNone(
    'vouchers out of balance',
    await sql(
      // The accounts 7001 to 7003 are only watched: they stand beside the books, on one side.
      `WITH line AS (SELECT * FROM gl_line WHERE account_code NOT LIKE '7%')
     SELECT voucher_id FROM line GROUP BY voucher_id HAVING sum(debit) <> sum(credit)
     UNION ALL SELECT NULL FROM line HAVING sum(debit) <> sum(credit)`,
    ),
  )
  expectNone(
    'months whose vouchers have a gap',
    await sql(
      `SELECT left(voucher_no, 8) AS month FROM gl_voucher GROUP BY 1
     HAVING count(*) <> max(substr(voucher_no, 10)::int) - min(substr(voucher_no, 10)::int) + 1`,
    ),
  )
  expectNone(
    'loans whose plan does not come to their principal',
    await sql(
      `SELECT l.id FROM loan_account l LEFT JOIN repay_plan p ON p.loan_id = l.id WHERE l.order_id = ANY($1)
     GROUP BY l.id, l.principal HAVING sum(p.principal) IS DISTINCT FROM l.principal`,
      [ids(orders)],
    ),
  )
}
