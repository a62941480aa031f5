import { readFileSync } from 'node:fs'
import { asc } from 'drizzle-orm'
import { db, inTenantOf } from '../../../platform/db/client.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { system } from '../contract.ts'
import { feedback } from '../table.ts'
import { releasesIn } from './release-notes.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
}, 60_000)
afterAll(() => backend.close())

let events = 0
const eventId = () => `feedback-test-${String(++events).padStart(4, '0')}`
const stored = (tenant: string) =>
  inTenantOf(tenant, () => db().select().from(feedback).orderBy(asc(feedback.id)))

test('a feedback is stored once with its user, tenant, type and page', async () => {
  const input = { plain_type: '03', content: ' 打印很慢 ', page: '/order/query', eventId: eventId() } as const
  const sent = { code: '1', msg: '发送成功，请确认!' }
  expect(await backend.as('entry_clerk').call(system.sendFeedback, input)).toEqual(sent)
  expect(await backend.as('entry_clerk').call(system.sendFeedback, input)).toEqual(sent)
  const rows = await stored('blq')
  expect(rows).toMatchObject([
    { plainType: '03', content: '打印很慢', page: '/order/query', status: '待处理' },
  ])
  expect(rows[0]?.userId).toBe(rows[0]?.createdBy)
  expect(await stored('qhe')).toEqual([])
})

test('ten an hour; the eleventh says why, and others are not held up by it', async () => {
  const send = (account: string) =>
    backend
      .as(account)
      .call(system.sendFeedback, { plain_type: '01', content: 'x', page: '/wel/index', eventId: eventId() })
  for (let at = 0; at < 10; at++) expect((await send('cashier')).code).toBe('1')
  expect(await send('cashier')).toEqual({ code: '2', msg: '一小时内最多反馈10次，请稍后再试' })
  expect((await send('archivist')).code).toBe('1')
})

test.each([
  ['an unknown type', { plain_type: '02' }, { plain_type: '请选择类型' }],
  ['no content', { content: '  ' }, { content: '请输入内容' }],
  ['too much', { content: '字'.repeat(1001) }, { content: '内容过长' }],
  ['an address with a query', { page: '/order/query?q=x' }, { page: '请输入正确的内容' }],
])('refused: %s', async (_, wrong, fields) => {
  const input = { plain_type: '01', content: 'x', page: '/wel/index', eventId: eventId(), ...wrong }
  expect(await backend.as('entry_clerk').send(system.sendFeedback, input)).toMatchObject({
    status: 400,
    body: { fields },
  })
})

test('versions are those of the release notes, and the newest is this one', async () => {
  const versions = await backend.as('shop_user').call(system.versions, {})
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(versions[0]?.version).toBe(version)
  expect(versions[0]?.notes.length).toBeGreaterThan(0)
  expect(releasesIn('# 更新日志\n\n- lost\n## 2.0\n\n- b\n- c\n## 1.0\n- a\n')).toEqual([
    { version: '2.0', notes: ['b', 'c'] },
    { version: '1.0', notes: ['a'] },
  ])
})
