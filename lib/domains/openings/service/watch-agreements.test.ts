import { eq } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { addDays, businessDate } from '../../../rules/business-date.ts'
import { channel } from '../../channels/table.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { opening } from '../table.ts'
import { channelIn, openingNow } from './testing.ts'
import { watchOne } from './watch-agreements.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
}, 60_000)
afterAll(() => backend.close())

const today = businessDate(new Date())
const endsOn = (id: number, day: string) =>
  inTenant(1, () => db().update(opening).set({ endsOn: day }).where(eq(opening.id, id)))

test('an agreement is told of before it ends, once, and suspended the day after', async () => {
  const { id } = await channelIn(backend, 'open')
  await endsOn(id, addDays(today, 20))
  await inTenant(1, () => watchOne(id, today, new Date()))
  const told = await openingNow(backend, id)
  expect(told).toMatchObject({ status: '已开通', endsSoon: true })
  await inTenant(1, () => watchOne(id, today, new Date()))
  expect((await openingNow(backend, id)).rowVersion).toBe(told.rowVersion)
  await endsOn(id, today)
  await inTenant(1, () => watchOne(id, today, new Date()))
  expect(await openingNow(backend, id)).toMatchObject({ status: '已开通' })
  await inTenant(1, () => watchOne(id, addDays(today, 1), new Date()))
  const over = await openingNow(backend, id)
  expect(over).toMatchObject({ status: '暂停', inForce: '暂停', reason: `协议已于 ${today} 到期` })
  expect(over.log[0]).toMatchObject({ action: 'expire', byName: null })
  const [row] = await inTenant(1, () => db().select().from(channel).where(eq(channel.name, over.name)))
  expect(row).toMatchObject({ status: '暂停', stopReason: over.reason })
})
