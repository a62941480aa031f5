import { inArray, sql } from 'drizzle-orm'
import type { Endpoint } from '../platform/contract/endpoint.ts'
import { sampleInput } from '../platform/contract/testing.ts'
import { asOwner, db, inTenant } from '../platform/db/client.ts'
import type { Connection } from '../platform/db/engine.ts'
import { messages } from '../platform/messages/contract.ts'
import { wirePorts } from '../platform/outside/wiring.ts'
import { bankCards } from './cards/contract.ts'
import { contractBatches } from './contracts/contract/batches.ts'
import { sentOrder } from './contracts/service/signing/testing.ts'
import { fillVisit, orderVisit } from './due-diligence/service/testing.ts'
import { contracts } from './endpoints.ts'
import { chosenDevice } from './gps/service/testing.ts'
import { permissions } from './identity/rules/roles.ts'
import { sysRole, sysUser } from './identity/table.ts'
import { passedInterview } from './interviews/service/testing.ts'
import { newEvent, testPicture } from './orders/service/testing.ts'
import { application } from './orders/table.ts'
import { sms } from './sms/contract.ts'
import { openTestBackend, type TestBackend } from './testing.ts'

/**
 * Every call that takes an id or a number, by those who hold every permission and see their own orders alone, or those
 * of chosen units, with those of what belongs to another one's order: it answers as to one that does not exist, whatever the call is, also
 * beside an order of his own. The calls are those of the contracts, the ids those of every table that hangs on an order.
 */

const MISSING = 900_000_000
/** One id of each table in a change's proof: a second one of the same table asks the same question again. */
const idsOfEach = process.env.NLOS_PROOF === 'full' ? 4 : 1

let backend: TestBackend
/** Tables that an order names, each row of one order alone. */
const upwards = ['customer', 'vehicle', 'bank_card']
/** Tables that name orders and belong to nobody's. */
const noWayDown = ['sys_user']
/** The ids of what belongs to an order, by table. */
type Belongings = Record<string, number[]>
let foreign: Belongings
let own: Belongings
let foreignNo = ''

beforeAll(async () => {
  // A demo has a seal, and SMS that go nowhere.
  backend = await openTestBackend({ demo: true, background: false })
  await beginAt(5_000_000)
  const theirs = await wholeOrder()
  await beginAt(6_000_000)
  const mine = await wholeOrder()
  await inTenant(1, () => keyholes(mine))
  foreign = await belongingsOf(theirs)
  own = await belongingsOf(mine)
  const [row] = await inTenant(1, () =>
    db()
      .select({ orderNo: application.orderNo })
      .from(application)
      .where(inArray(application.id, [theirs])),
  )
  foreignNo = row?.orderNo ?? ''
}, 300_000)
afterAll(async () => {
  wirePorts()
  await backend.close()
})

/**
 * From now on the rows of every table that hangs on an order count from the same id, so that one question asks for the
 * first row of each; those of other tables count from elsewhere.
 */
const beginAt = (id: number) =>
  asOwner(async (connection) => {
    const references = await referencesOf(connection)
    const tables = new Set(['application', ...upwards])
    for (const table of tables)
      for (const { from, to } of references) if (to === table && !noWayDown.includes(from)) tables.add(from)
    await connection.exec(
      `SELECT setval(s.oid, CASE WHEN t.relname IN (${[...tables].map((name) => `'${name}'`).join()})
         THEN ${id} ELSE ${id} + 100000000 END, false)
       FROM pg_class s JOIN pg_depend d ON d.objid = s.oid AND d.deptype IN ('a', 'i')
       JOIN pg_class t ON t.oid = d.refobjid
       WHERE s.relkind = 'S' AND s.relnamespace = 'public'::regnamespace`,
    )
  })

/** An order with all that an order can have: visit, interview, contracts on their way, texts, cards, a reminder. */
async function wholeOrder(): Promise<number> {
  const { orderId } = await sentOrder(backend, { guarantor: true })
  const clerk = backend.as('contract_clerk')
  await inTenant(1, () => setStatus(orderId, 'wait_first'))
  const visit = await orderVisit(backend.as('first_reviewer'), orderId)
  await fillVisit(backend.as('dd_officer'), visit)
  await inTenant(1, () => setStatus(orderId, 'preparing'))
  await chosenDevice(backend, orderId)
  await passedInterview(backend, clerk, orderId)
  await clerk.call(sms.send, { orderId, kind: 'approved', recipients: ['customer'] })
  await clerk.call(contractBatches.start, { orderIds: [orderId] })
  await clerk.call(messages.setReminder, {
    orderId,
    opens: 'intakeDetails',
    next_time: new Date(Date.now() + 86_400_000).toISOString(),
  })
  const { order } = await clerk.call(bankCards.get, { orderId })
  await clerk.call(bankCards.change, {
    orderId,
    rowVersion: order.rowVersion,
    holder: 'customer',
    cardNo: '6222020200112233446',
    bankCode: 'ICBC',
    reservedMobile: '13800138000',
    reason: '换卡',
  })
  return orderId
}

const setStatus = (orderId: number, status: string) =>
  db()
    .update(application)
    .set({ status })
    .where(inArray(application.id, [orderId]))

/** Two who hold everything: one has sold one order, the other sees the units where it is alone. */
async function keyholes(orderId: number): Promise<void> {
  const [like] = await db().select().from(sysUser).where(sql`${sysUser.account} = 'contract_clerk'`)
  if (!like) throw new Error('the base seed has no contract_clerk')
  const { id: _id, mobile: _mobile, ...user } = like
  await db()
    .insert(sysRole)
    .values({ code: 'keyhole', name: 'keyhole', dataScope: 'self', permissions: [...permissions] })
  const [made] = await db()
    .insert(sysUser)
    .values({ ...user, account: 'keyhole', dataScope: 'self', roleCodes: ['keyhole'] })
    .returning({ id: sysUser.id })
  await db()
    .update(application)
    .set({ salesmanId: made?.id ?? 0 })
    .where(inArray(application.id, [orderId]))
  await db().execute(sql`update application set shop_id = s.id, branch_id = s.branch_id, channel_id = s.channel_id
    from (select * from shop where branch_id <> (select branch_id from application where id = ${orderId})
      order by id limit 1) s where application.id = ${orderId}`)
  await db()
    .insert(sysUser)
    .values({
      ...user,
      account: 'keyhole_units',
      dataScope: 'custom',
      scopeUnitIds: sql`array(select s.org_unit_id from shop s join application a on a.shop_id = s.id where a.id = ${orderId})`,
      roleCodes: ['keyhole'],
    })
}

/** The ids of an order's rows and of theirs, by the references of the tables. */
async function belongingsOf(orderId: number): Promise<Belongings> {
  return asOwner(async (connection) => {
    const references = await referencesOf(connection)
    await connection.exec("SET LOCAL ROLE nlos_app; SELECT set_config('app.tenant_id', '1', true)")
    const found: Belongings = { application: [orderId] }
    for (const open = ['application']; open.length > 0; ) {
      const table = open.shift() ?? ''
      const ids = found[table]?.join() ?? ''
      for (const { from, to, column } of references) {
        const down = to === table && !(from in found) && !noWayDown.includes(from)
        const up = from === table && upwards.includes(to) && !(to in found)
        if (!down && !up) continue
        const rows = await connection.exec(
          down
            ? `SELECT id FROM "${from}" WHERE "${column}" IN (${ids})`
            : `SELECT "${column}" AS id FROM "${table}" WHERE id IN (${ids}) AND "${column}" IS NOT NULL`,
        )
        const got = rows.rows.map((row) => (row as { id: number }).id).sort((one, other) => one - other)
        if (got.length === 0) continue
        found[down ? from : to] = got
        open.push(down ? from : to)
      }
    }
    return found
  })
}

type Reference = { from: string; to: string; column: string }
/** Columns that name a row of another table, of tables whose rows have ids. */
async function referencesOf(connection: Connection): Promise<Reference[]> {
  const { rows } = await connection.exec(
    `SELECT f.relname AS "from", t.relname AS "to", a.attname AS "column"
     FROM pg_constraint c JOIN pg_class f ON f.oid = c.conrelid JOIN pg_class t ON t.oid = c.confrelid
     JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey) AND a.attname <> 'tenant_id'
     JOIN pg_attribute i ON i.attrelid = f.oid AND i.attname = 'id'
     WHERE c.contype = 'f'`,
  )
  return rows as Reference[]
}

const fieldsOf = ({ input }: Endpoint): string[] =>
  'shape' in input ? Object.keys(input.shape as object) : []
const isId = (field: string) => /^ids?$|Ids?$/.test(field) && field !== 'eventId'
const isNumber = (field: string) => /^orderNos?$/.test(field)

const calls = Object.entries(contracts).flatMap(([domain, endpoints]) =>
  Object.entries<Endpoint>(endpoints)
    .filter(([, { access }]) => access !== 'public')
    .flatMap(([name, endpoint]) =>
      fieldsOf(endpoint)
        .filter((field) => isId(field) || isNumber(field))
        .map((field) => ({ name: `${domain}.${name}`, field, endpoint })),
    ),
)

/** The table an id of a call names, where not the order: one of the attacker's own stands beside the foreign one. */
const named: Record<string, string> = {
  'dueDiligence.removePhoto id': 'due_diligence',
  'dueDiligence.photo id': 'due_diligence',
  'dueDiligence.assign id': 'due_diligence',
  'interviews.piece id': 'video_interview',
}

test('there are calls, and an order has all that it can have', () => {
  expect(calls.length).toBeGreaterThan(100)
  const kinds = Object.keys(foreign)
  expect(kinds).toEqual(
    expect.arrayContaining([
      'customer',
      'vehicle',
      'bank_card',
      'linked_person',
      'attachment',
      'material_item',
      'review_task',
      'due_diligence',
      'due_diligence_photo',
      'video_interview',
      'interview_piece',
      'contract',
      'signing',
      'sms_record',
      'card_request',
      'card_change',
      'risk_decision',
      'order_reminder',
      'contract_batch_row',
      'relation_key',
      'gps_device',
      'gps_event',
    ]),
  )
  expect(Object.keys(own)).toEqual(expect.arrayContaining(Object.values(named)))
})

test.each(calls.flatMap((call) => ['keyhole', 'keyhole_units'].map((by) => ({ ...call, by }))))(
  '$name by $by: $field of another one’s order is answered as one that is missing',
  async (call) => {
    const { name, field, endpoint, by } = call
    const sample = sampleInput(endpoint.input)
    if (!sample) throw new Error(`no input is known for ${endpoint.path}`)
    const beside = Object.fromEntries(
      fieldsOf(endpoint)
        .filter((other) => isId(other) && other !== field)
        .flatMap((other) => {
          const table = named[`${name} ${other}`] ?? (other === 'orderId' ? 'application' : undefined)
          return table ? [[other, own[table]?.[0]]] : []
        }),
    )
    const caller = backend.as(by)
    const send = async (value: number | string) => {
      const input = {
        ...sample,
        ...beside,
        [field]: /s$/.test(field) ? [value] : value,
        ...('eventId' in sample && { eventId: newEvent() }),
      }
      const answer =
        endpoint.kind === 'upload'
          ? await caller.upload(endpoint, input as never, { name: 'a.jpg', bytes: await testPicture() }).then(
              (body): { status: number; body: unknown } => ({ status: 200, body }),
              ({ status, body }: { status: number; body: unknown }) => ({ status, body }),
            )
          : await textOf(await caller.raw(endpoint, input as never))
      return { ...answer, body: JSON.stringify(answer.body).replaceAll(String(value), 'ID') }
    }
    const missing = await send(isNumber(field) ? 'BLQ20990101000001' : MISSING)
    expect([name, missing.status]).not.toEqual([name, 500])
    const tried = isNumber(field)
      ? [foreignNo]
      : [...new Set(Object.values(foreign).flatMap((ids) => ids.slice(0, idsOfEach)))]
    for (const value of tried)
      expect({ name, value, ...(await send(value)) }).toEqual({ name, value, ...missing })
  },
  60_000,
)

const textOf = async (response: Response) => {
  const { status } = response
  const body = await response.text()
  return { status, body }
}
