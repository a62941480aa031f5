import { eq, like, sql } from 'drizzle-orm'
import type { OutputOf } from '../../contracts/endpoint.ts'
import { reviews } from '../../contracts/reviews.ts'
import { newEvent, submittedOrder } from '../applications/testing.ts'
import { db, inTenant } from '../db/client.ts'
import { application } from '../db/schema/applications.ts'
import { sysUser } from '../db/schema/identity.ts'
import { reviewLog } from '../db/schema/reviews.ts'
import { startSession } from '../identity/sessions.ts'
import { issueToken } from '../identity/tokens.ts'
import { type Caller, openTestBackend, type TestBackend } from '../testing.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
})
afterAll(() => backend.close())

/** Copies of rows of the tenant with other values: text of SQL by column. */
async function copies(table: string, where: string, count: number, change: Record<string, string>) {
  const columns = Object.entries(change).flatMap(([name, value]) => [`'${name}'`, value])
  await inTenant(1, () =>
    db().execute(
      sql.raw(`insert into ${table} overriding system value
        select (jsonb_populate_record(t, jsonb_build_object('id', (select max(id) from ${table}) + n, ${columns.join(', ')}))).*
        from ${table} t, generate_series(1, ${count}) n where ${where}`),
    ),
  )
}

/** A service that has no connection left says so, and the same click is sent again. */
async function claimNext(caller: Caller) {
  const eventId = newEvent()
  for (;;) {
    const { status, body } = await caller.send(reviews.claimNext, { stage: 'pre', eventId })
    if (status === 503) continue
    expect(status).toBe(200)
    return body as OutputOf<typeof reviews.claimNext>
  }
}

const reviewers = 100
const orders = 80

test('of a hundred reviewers who ask at once each order goes to one, and none is left', async () => {
  const { orderId } = await submittedOrder(backend.as('entry_clerk'))
  await copies('application', `t.id = ${orderId}`, orders - 1, { order_no: "t.order_no || '-' || n" })
  await copies('sys_user', "t.account = 'pre_reviewer'", reviewers, {
    account: "'reviewer' || n",
    mobile: 'null',
  })
  // Signed in as the door would have it: a login by password is slowed down long before the hundredth.
  const tokens = await inTenant(1, async () => {
    const users = await db().select().from(sysUser).where(like(sysUser.account, 'reviewer%'))
    const made: string[] = []
    for (const { id: userId } of users) {
      const sessionId = await startSession(userId, { ip: '192.0.2.1', userAgent: '' })
      made.push(await issueToken({ userId, sessionId, ip: '192.0.2.1' }))
    }
    return made
  })
  expect(tokens).toHaveLength(reviewers)
  const callers = tokens.map((token) => backend.withToken(token, { tenant: 'blq' }))

  const answers = await Promise.all(callers.map(claimNext))
  const taken = answers.flatMap((answer) => answer?.orderId ?? [])
  expect(new Set(taken).size).toBe(orders)
  expect(taken).toHaveLength(orders)
  const { held, logged } = await inTenant(1, async () => ({
    held: await db().select({ by: application.claimedBy }).from(application),
    logged: await db().select().from(reviewLog).where(eq(reviewLog.event, 'claim')),
  }))
  expect(new Set(held.map(({ by }) => by)).size).toBe(orders)
  expect(logged).toHaveLength(orders)
}, 120_000)
