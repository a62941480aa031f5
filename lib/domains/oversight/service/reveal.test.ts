import { and, eq } from 'drizzle-orm'
import { differenceText } from '../../../i18n/audit-words.ts'
import { say } from '../../../i18n/say.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { isRecord } from '../../../platform/mask-values.ts'
import { maskOfField } from '../../../rules/mask.ts'
import { identity } from '../../identity/contract.ts'
import { applications } from '../../orders/contract.ts'
import {
  finishedEntry,
  newEvent,
  passedOrder,
  submittedOrder,
  type TestOrder,
} from '../../orders/service/testing.ts'
import { reviews } from '../../reviews/contract.ts'
import { auditLog } from '../../system/table.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { oversight } from '../contract.ts'

let backend: TestBackend
/** Entered in full, with every kind of personal data that the forms know. */
let order: TestOrder
const clerk = () => backend.as('entry_clerk')

beforeAll(async () => {
  backend = await openTestBackend()
  order = await passedOrder(backend)
  const values = await finishedEntry(clerk(), order)
  const sent = await clerk().call(applications.submitFirst, {
    orderId: order.orderId,
    rowVersion: order.rowVersion,
    eventId: newEvent(),
    values: {
      ...values,
      customer: { ...values.customer, email: 'li.si@example.com', wechat: 'lisi_88', mobile2: '12000007777' },
      residence: {
        ...values.residence,
        hasDriverLicense: true,
        driverLicenseNo: order.person.idNo,
        landline: '010-80000001',
      },
    },
  })
  order = { ...order, rowVersion: sent.rowVersion }
}, 60_000)
afterAll(() => backend.close())

const reveals = () =>
  inTenant(1, () =>
    db()
      .select()
      .from(auditLog)
      .where(
        and(eq(auditLog.action, 'sensitive.reveal'), eq(auditLog.object, `application:${order.orderId}`)),
      ),
  )

/** Every masked value of a record with its path. */
function maskedIn(values: unknown, path: string): [path: string, masked: string][] {
  if (!isRecord(values) && !Array.isArray(values)) return []
  return Object.entries(values).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && value !== '' && maskOfField(name)
      ? [[`${path}.${name}`, value]]
      : maskedIn(value, `${path}.${name}`),
  )
}

const maskOf = (path: string, clear: string) => maskOfField(path.split('.').at(-1) ?? '')?.(clear)

it('shows in clear whatever the pages of an order show masked, with one call and one audit row', async () => {
  const { order: head, values, linkedPersons } = await clerk().call(applications.get, order)
  const pre = await backend.as('pre_reviewer').call(reviews.getPre, order)
  const masked = new Map([
    ...maskedIn({ idNo: head.idNo, mobile: head.mobile }, 'applicant'),
    ...maskedIn(values, 'entry'),
    ...maskedIn(pre.values, 'intake'),
    ...linkedPersons.flatMap(({ id, ...person }) => maskedIn(person, `linkedPerson.${id}`)),
  ])
  expect(linkedPersons).toHaveLength(2)
  const kinds = new Set(Array.from(masked.keys(), (path) => path.split('.').at(-1)))
  expect([...kinds]).toEqual(
    expect.arrayContaining(
      [
        'idNo',
        'mobile',
        'mobile2',
        'idAddress',
        'liveAddress',
        'address',
        'email',
        'wechat',
        'landline',
      ].concat(['driverLicenseNo', 'cardNo', 'reservedMobile']),
    ),
  )

  const before = (await reveals()).length
  const asked = { orderId: order.orderId, fields: [...masked.keys()], purpose: 'review' as const }
  const { values: clear } = await backend.as('first_reviewer').call(identity.reveal, asked)
  expect(Object.keys(clear)).toEqual(asked.fields)
  for (const [path, value] of Object.entries(clear)) {
    expect([path, value.includes('*')]).toEqual([path, false])
    expect([path, maskOf(path, value)]).toEqual([path, masked.get(path)])
  }

  const rows = await reveals()
  expect(rows).toHaveLength(before + 1)
  const after = rows.at(-1)?.after as { purpose: string; whose: string[]; fields: string[] }
  expect(after.purpose).toBe('review')
  expect(after.whose).toEqual(
    expect.arrayContaining([order.person.name, ...linkedPersons.map(({ name }) => name)]),
  )
  expect(after.fields).toEqual(
    expect.arrayContaining(['customer.idNo', 'contacts.0.mobile', 'bankCard.cardNo']),
  )
  for (const value of Object.values(clear)) expect(JSON.stringify(after)).not.toContain(value)
})

it('is read in the operation log in words', async () => {
  const [linked] = (await clerk().call(applications.get, order)).linkedPersons
  const fields = ['applicant.idNo', 'intake.customer.idAddress', `linkedPerson.${linked?.id}.mobile`]
  await clerk().call(identity.reveal, { orderId: order.orderId, fields, purpose: 'contact' })
  const admin = backend.as('admin')
  const { data } = await admin.call(oversight.operations, { action: 'sensitive.reveal' })
  expect(data[0]).toMatchObject({ objectName: order.orderNo, orderId: order.orderId })
  const { differences } = await admin.call(oversight.operation, { id: data[0]?.id ?? 0 })
  expect(differences.map((difference) => differenceText(difference, say))).toEqual([
    `涉及人员: 空 → ${order.person.name}、${linked?.name}`,
    '字段: 空 → 客户 · 证件号码、客户 · 身份证地址、关联人 1 · 手机号',
    '查看用途: 空 → 联系客户',
  ])
})

it('knows no order out of sight, nobody of another order, and nothing that is not masked', async () => {
  const other = await submittedOrder(clerk())
  const [linked] = (await clerk().call(applications.get, order)).linkedPersons
  const ask = async (account: string, orderId: number, field: string, tenant?: string) =>
    (await backend.as(account, tenant).send(identity.reveal, { orderId, fields: [field], purpose: 'single' }))
      .status
  const before = (await reveals()).length
  expect([
    await ask('shop_user', order.orderId, 'applicant.idNo'),
    await ask('entry_clerk', order.orderId, 'applicant.idNo', 'qhe'),
    await ask('entry_clerk', 999_999, 'applicant.idNo'),
    await ask('entry_clerk', other.orderId, `linkedPerson.${linked?.id}.mobile`),
    await ask('entry_clerk', order.orderId, 'entry.contacts.9.mobile'),
    await ask('entry_clerk', order.orderId, 'entry.constructor.mobile'),
    await ask('entry_clerk', order.orderId, 'entry.source.remark'),
    await ask('entry_clerk', order.orderId, 'linkedPerson'),
  ]).toEqual([403, 404, 404, 404, 404, 404, 400, 400])
  expect(await reveals()).toHaveLength(before)
})
