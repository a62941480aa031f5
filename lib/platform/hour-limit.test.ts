import { desc, eq, inArray, sql } from 'drizzle-orm'
import { blacklist } from '../domains/blacklist/contract.ts'
import { home } from '../domains/home/contract.ts'
import { identity } from '../domains/identity/contract.ts'
import { sysUser } from '../domains/identity/table.ts'
import { applications } from '../domains/orders/contract.ts'
import { draftOrder } from '../domains/orders/service/testing.ts'
import { relations } from '../domains/relations/contract.ts'
import { auditLog } from '../domains/system/table.ts'
import { openTestBackend, type TestBackend } from '../domains/testing.ts'
import { db, inTenant } from './db/client.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
}, 60_000)
afterAll(() => backend.close())

test('numbers of persons cannot be tried one after the other: each question leaves a line, and an hour has so many', async () => {
  const clerk = backend.as('entry_clerk')
  const { orderId, person } = await draftOrder(clerk)
  const asks: Record<string, () => Promise<{ status: number }>> = {
    'order.check_duplicate': () => clerk.send(applications.checkDuplicate, { idNo: person.idNo }),
    'sensitive.reveal': () =>
      clerk.send(identity.reveal, { orderId, fields: ['applicant.idNo'], purpose: 'single' }),
    'person.find': () => clerk.send(home.find, { q: person.mobile.slice(0, 7) }),
    'relation.look': () => clerk.send(relations.look, { keys: [{ kind: 'mobile', value: '13800138000' }] }),
  }
  const manager = backend.as('risk_manager')
  const looks = { 'blacklist.look': () => manager.send(blacklist.entries, { q: person.mobile }) }
  for (const [action, ask] of Object.entries({ ...asks, ...looks })) {
    expect([action, (await ask()).status]).toEqual([action, 200])
    await inTenant(1, async () => {
      const [row] = await db()
        .select()
        .from(auditLog)
        .where(eq(auditLog.action, action))
        .orderBy(desc(auditLog.id))
        .limit(1)
      expect(JSON.stringify(row)).not.toContain(person.idNo)
      expect(JSON.stringify(row)).not.toContain(person.mobile)
      const [user] = await db()
        .select()
        .from(sysUser)
        .where(eq(sysUser.account, action in looks ? 'risk_manager' : 'entry_clerk'))
      await db().execute(sql`insert into audit_log (actor_id, action, object, at)
        select ${user?.id}, ${action}, 'application:1', now() from generate_series(1, 300)`)
    })
    expect([action, (await ask()).status]).toEqual([action, 429])
  }
  expect(
    (await backend.as('entry_clerk2').send(applications.checkDuplicate, { idNo: person.idNo })).status,
  ).not.toBe(429)
})

test('a search by a name or a reason is no question about a number', async () => {
  const lines = () =>
    inTenant(1, () =>
      db()
        .select()
        .from(auditLog)
        .where(inArray(auditLog.action, ['blacklist.look', 'person.find'])),
    )
  const before = (await lines()).length
  await backend.as('risk_manager').call(blacklist.entries, { q: '逾期' })
  await backend.as('risk_manager').call(blacklist.entries, {})
  await backend.as('entry_clerk').call(home.find, { q: '张三' })
  expect(await lines()).toHaveLength(before)
  // However a number is parted, it is one.
  await backend.as('admin').call(blacklist.entries, { q: '１３８００１３８０００' })
  await backend.as('admin').call(blacklist.entries, { q: '(138)(001)(380)(00)' })
  expect(await lines()).toHaveLength(before + 2)
})
