import { asc, desc } from 'drizzle-orm'
import { db, inTenantOf } from '../../../platform/db/client.ts'
import { dictionaries } from '../../configuration/rules/dictionaries.ts'
import { system } from '../../system/contract.ts'
import type { LoggedError } from '../../system/rules/error-log.ts'
import { errorLog } from '../../system/table.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
}, 60_000)
afterAll(() => backend.close())

const error = (message: string): LoggedError => ({
  type: 'script',
  message,
  stack: 'at a.js?token=1:2:3',
  info: '',
  url: '/order/query?q=13800138000',
  time: Date.parse('2025-08-01T01:02:03Z'),
})
let events = 0
const eventId = () => `error-log-test-${String(++events).padStart(4, '0')}`

const stored = (tenantCode: string) =>
  inTenantOf(tenantCode, () =>
    db().select().from(errorLog).orderBy(desc(errorLog.createdAt), asc(errorLog.id)),
  )

test('the errors of a browser are stored for its user and tenant, without what is personal', async () => {
  await backend.as('entry_clerk').call(system.uploadErrors, {
    eventId: eventId(),
    errors: [error('mobile 13800138000'), error('second')],
  })
  const rows = await stored('blq')
  expect(rows).toMatchObject([
    { type: 'script', message: 'mobile ***', stack: 'at a.js:2:3', url: '/order/query' },
    { message: 'second' },
  ])
  expect(rows.map(({ happenedAt }) => Date.parse(happenedAt))).toEqual([error('').time, error('').time])
  expect(new Set(rows.map(({ userId }) => userId)).size).toBe(1)
  expect(await stored('qhe')).toEqual([])
})

test('an upload that is sent twice is stored once', async () => {
  const input = { eventId: eventId(), errors: [error('once')] }
  await backend.as('pre_reviewer').call(system.uploadErrors, input)
  await backend.as('pre_reviewer').call(system.uploadErrors, input)
  expect((await stored('blq')).filter(({ message }) => message === 'once')).toHaveLength(1)
})

test('a user uploads 300 an hour, and others are not held up by it', async () => {
  const errors = Array.from({ length: 50 }, (_, at) => error(`${at}`))
  const upload = (account: string) =>
    backend.as(account).call(system.uploadErrors, { eventId: eventId(), errors })
  for (let at = 0; at < 6; at++) await upload('shop_user')
  await expect(upload('shop_user')).rejects.toMatchObject({ status: 429 })
  await upload('entry_clerk2')
})

test('the newest 500 of a user are kept', async () => {
  const clerk = backend.as('first_reviewer')
  await clerk.call(system.uploadErrors, { eventId: eventId(), errors: [error('oldest')] })
  const [oldest] = (await stored('blq')).filter(({ message }) => message === 'oldest')
  await inTenantOf('blq', async () => {
    const { id: _, ...row } = oldest ?? {
      id: 0,
      userId: 0,
      happenedAt: '',
      type: 'script',
      stack: '',
      info: '',
      url: '',
    }
    const before = new Date(Date.now() - 7_200_000).toISOString()
    const rows = Array.from({ length: 499 }, (_, at) => ({ ...row, message: `old ${at}`, createdAt: before }))
    await db().insert(errorLog).values(rows)
  })
  const errors = Array.from({ length: 50 }, (_, at) => error(`new ${at}`))
  await clerk.call(system.uploadErrors, { eventId: eventId(), errors })
  const mine = (await stored('blq')).filter(({ userId }) => userId === oldest?.userId)
  expect(mine).toHaveLength(500)
  expect(mine.filter(({ message }) => message.startsWith('new'))).toHaveLength(50)
  expect(mine.some(({ message }) => message === 'oldest')).toBe(true)
})

test.each([[[]], [Array.from({ length: 51 }, () => error('x'))], [[{ ...error('x'), type: 'other' }]]])(
  'an upload of the wrong shape is refused',
  async (errors) => {
    const wrong = errors as LoggedError[]
    const call = backend.as('entry_clerk').call(system.uploadErrors, { eventId: eventId(), errors: wrong })
    await expect(call).rejects.toMatchObject({ status: 400 })
  },
)

test('parameters that a browser keeps come in one call, by type; an unknown one is empty', async () => {
  const answer = await backend
    .as('shop_user')
    .call(system.cacheParams, { params: ['repay_method', 'nothing'] })
  const repay = answer.dictionaries.repay_method ?? []
  expect(repay.map(({ code, label }) => ({ code, label }))).toEqual(dictionaries.repay_method)
  expect(answer.dictionaries.nothing).toEqual([])
  expect(repay[0]).not.toHaveProperty('type')
})
