import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { type Call, withCall } from './context.ts'
import { closeDatabase, db, inTenant, openDatabase } from './db/client.ts'
import { sysUser } from './db/schema/identity.ts'
import { numberSeries } from './db/schema/system.ts'
import { CallError } from './errors.ts'
import { once } from './once.ts'
import { freshDatabase } from './testing.ts'

let drop: () => Promise<void>
let actorId: number
beforeAll(async () => {
  const fresh = await freshDatabase()
  drop = fresh.drop
  await openDatabase(fresh.options)
  const [user] = await inTenant(1, () => db().select().from(sysUser).limit(1))
  actorId = user?.id ?? 0
}, 60_000)
afterAll(async () => {
  await closeDatabase()
  await drop()
})

/** As a call of its own: its own transaction. */
const asCall = <T>(run: () => Promise<T>, actor = actorId) =>
  inTenant(1, () => withCall({ actor: { id: actor } } as unknown as Call, run))

const write = (name: string) => async () => {
  await db().insert(numberSeries).values({ name })
  return { written: randomUUID() }
}
const rowsOf = (name: string) =>
  inTenant(1, () => db().select().from(numberSeries).where(eq(numberSeries.name, name)))

test('20 repeats in parallel write once and all get the first answer', async () => {
  const input = { orderId: 1, values: { b: 1, a: 2 } }
  const same = { values: { a: 2, b: 1 }, orderId: 1 }
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      asCall(() => once('event-00000000000001', 'test', at % 2 ? input : same, write('parallel'))),
    ),
  )
  expect(new Set(answers.map(({ written }) => written)).size).toBe(1)
  expect(await rowsOf('parallel')).toHaveLength(1)
})

test('another input or another call under the same id is refused', async () => {
  await asCall(() => once('event-00000000000002', 'test', { a: 1 }, write('refused')))
  for (const [name, input] of [
    ['test', { a: 2 }],
    ['other', { a: 1 }],
  ] as const) {
    const refusal = await asCall(() => once('event-00000000000002', name, input, write('refused'))).catch(
      (e) => e,
    )
    expect(refusal).toBeInstanceOf(CallError)
    expect(refusal.status).toBe(422)
  }
  expect(await rowsOf('refused')).toHaveLength(1)
})

test('an id whose write was rolled back may be tried again', async () => {
  const failing = asCall(() =>
    once('event-00000000000003', 'test', {}, async () => {
      await write('again')()
      throw new Error('no')
    }),
  )
  await expect(failing).rejects.toThrow('no')
  await asCall(() => once('event-00000000000003', 'test', {}, write('again')))
  expect(await rowsOf('again')).toHaveLength(1)
})
