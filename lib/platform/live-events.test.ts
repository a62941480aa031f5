import pg from 'pg'
import { identity } from '../domains/identity/contract.ts'
import { newEvent } from '../domains/orders/service/testing.ts'
import { openTestBackend, type TestBackend } from '../domains/testing.ts'
import type { LiveEvent } from './contract/live.ts'
import { db, inTenant } from './db/client.ts'
import { listenToEvents, publish } from './live-events.ts'
import { messages } from './messages/contract.ts'

let backend: TestBackend
const heard: (LiveEvent | null)[] = []
beforeAll(async () => {
  backend = await openTestBackend()
  await listenToEvents((event) => heard.push(event))
})
afterAll(() => backend.close())
beforeEach(() => heard.splice(0))

const wanted = (test: () => boolean) =>
  new Promise<void>((resolve, reject) => {
    const started = Date.now()
    const look = () => {
      if (test()) resolve()
      else if (Date.now() - started > 50_000) reject(new Error(`heard ${JSON.stringify(heard)}`))
      else setTimeout(look, 10)
    }
    look()
  })
const hello = (userIds: number[]): LiveEvent => ({ userIds, type: 'messages', data: { spread: 0 } })

it('is heard when the transaction has committed, never before, and never after a rollback', async () => {
  await inTenant(1, async () => {
    await publish(hello([7]))
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(heard).toEqual([])
  })
  await wanted(() => heard.length === 1)
  expect(heard).toEqual([hello([7])])

  const failing = inTenant(1, async () => {
    await publish(hello([8]))
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await inTenant(1, () => publish(hello([9])))
  await wanted(() => heard.length === 2)
  expect(heard.at(-1)).toEqual(hello([9]))
})

it('reaches more users than one payload names, each once', async () => {
  const many = Array.from({ length: 1_000 }, (_user, at) => 9_007_199_254_000_000 + at)
  await inTenant(1, () => publish(hello([...many, ...many])))
  await wanted(() => heard.length === 3)
  expect(heard.flatMap((event) => event?.userIds ?? [])).toEqual(many)
})

it('tells a recipient that messages came, and a user whose session ended', async () => {
  const admin = backend.as('admin')
  const { recipients } = await admin.call(messages.sendNotice, {
    title: '通知',
    body: '内容',
    eventId: newEvent(),
  })
  await wanted(() => heard.length === 1)
  expect(heard[0]).toMatchObject({ type: 'messages', data: { spread: recipients } })
  const { id } = await backend.as('archivist').call(identity.userInfo, {})
  await backend.as('archivist').call(identity.logout, {})
  await wanted(() => heard.length === 2)
  expect(heard[1]).toEqual({ userIds: [id], type: 'session', data: {} })
})

const url = process.env.NLOS_TEST_DATABASE_URL
if (url) {
  it('is heard across processes, and says so when the connection was lost for a while', async () => {
    const here = await inTenant(1, () => db().execute<{ name: string }>('SELECT current_database() AS name'))
    const ended = await ask(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'nlos-console events' AND datname = '${here.rows[0]?.name}'`,
    )
    expect(ended.rowCount).toBe(1)
    await wanted(() => heard.includes(null))
    await inTenant(1, () => publish(hello([5])))
    await wanted(() => heard.length === 2)
    expect(heard).toEqual([null, hello([5])])
  })
}

async function ask(text: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client.query(text).finally(() => client.end())
}
