import { desc, eq } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { auditLog } from '../../system/table.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { complaints } from '../contract.ts'
import { complaint } from '../table.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
}, 60_000)
afterAll(() => backend.close())

let events = 0
const said = {
  insuredname: '李建国',
  identifynumber: '11010119900307889x',
  mobile: '19000000001',
  category: '3',
  content: '催收电话打到单位',
}
const event = () => ({ eventId: `complaint-${String(++events).padStart(12, '0')}` })
const by = (role: string) => backend.as(role)

test('a complaint is saved with its customer as it was said, once, with an audit row that is masked', async () => {
  const input = { ...said, ...event() }
  const saved = await by('service_agent').call(complaints.save, input)
  expect(saved).toMatchObject({ status: '待受理', complaintNo: expect.stringMatching(/^TS\d{8}00001$/) })
  expect(await by('service_agent').call(complaints.save, input)).toEqual(saved)
  const rows = await inTenant(1, () => db().select().from(complaint))
  expect(rows).toEqual([
    expect.objectContaining({
      insuredname: '李建国',
      identifynumber: '11010119900307889X',
      mobile: '19000000001',
      source: '电话',
      level: '一般',
      orderId: null,
    }),
  ])
  const [audited] = await inTenant(1, () =>
    db().select().from(auditLog).where(eq(auditLog.action, 'complaint.save')).orderBy(desc(auditLog.id)),
  )
  expect(audited?.object).toBe(`complaint:${saved.id}`)
  expect(JSON.stringify(audited?.after)).not.toMatch(/19000000001|11010119900307889/)
})

test.each([
  ['insuredname', ''],
  ['mobile', '2201'],
  ['identifynumber', '110101199003078890'],
  ['category', 'none'],
  ['content', ''],
  ['orderNo', 'BLQ20250315000123'],
])('%s %p is refused at its field', async (field, value) => {
  const answer = await by('service_agent').send(complaints.save, { ...said, ...event(), [field]: value })
  expect(answer.status).toBe(400)
  expect(Object.keys((answer.body as { fields: object }).fields)).toEqual([field])
})

test('who does not look after complaints saves none', async () => {
  expect((await by('entry_clerk').send(complaints.save, { ...said, ...event() })).status).toBe(403)
})
