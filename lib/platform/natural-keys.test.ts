import { getTableName, notInArray, sql } from 'drizzle-orm'
import { readXlsx } from 'hucre'
import { customers } from '../domains/customers/contract.ts'
import { contracts } from '../domains/endpoints.ts'
import { home } from '../domains/home/contract.ts'
import { identity } from '../domains/identity/contract.ts'
import { applications } from '../domains/orders/contract.ts'
import { type EntryValues, entryDraft } from '../domains/orders/rules/entry/entry-values.ts'
import type { IntakeValues } from '../domains/orders/rules/entry/intake.ts'
import {
  entryFor,
  intakeFor,
  newEvent,
  nextPerson,
  placeOf,
  type TestPerson,
  uploadRequired,
} from '../domains/orders/service/testing.ts'
import { application } from '../domains/orders/table.ts'
import { products } from '../domains/products/contract.ts'
import { relations } from '../domains/relations/contract.ts'
import { reviews } from '../domains/reviews/contract.ts'
import { orderTables } from '../domains/seed/order-tables.ts'
import { type Caller, openTestBackend, type TestBackend } from '../domains/testing.ts'
import { fakeMobile, fakeVin } from '../rules/made-up-numbers.ts'
import { maskIdNo, maskMobile } from '../rules/mask.ts'
import type { Endpoint, InputOf } from './contract/endpoint.ts'
import { sampleInput } from './contract/testing.ts'
import { asOwner, db, inTenant } from './db/client.ts'

/**
 * N1: who knows an identity number, a mobile, a VIN, a plate or a card of somebody whose order he may not see, and types
 * it wherever something can be typed, learns and changes nothing of that order, its persons, its car or the customer's
 * record. G2 and G3 say yes or no, which is their purpose.
 */

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
  victims.live = await makeVictim('甄守约', '受害路')
  victims.over = await makeVictim('甄旧约', '旧案路')
  await backend.as('first_reviewer').call(applications.void, {
    orderId: victims.over.orderId,
    rowVersion: victims.over.rowVersion,
    eventId: newEvent(),
    reason: '客户放弃',
  })
}, 600_000)
afterAll(() => backend.close())

const plateNo = '京A12345'

type Victim = {
  orderId: number
  orderNo: string
  rowVersion: number
  customerId: number
  customerNo: string
  person: TestPerson
  keys: { idNo: string; mobile: string; vin: string; cardNo: string; contactMobile: string }
  /** The texts that nobody types: names and addresses. */
  texts: string[]
}
const victims: Partial<Record<'live' | 'over', Victim>> = {}

/** An order of the second branch in 待运营初审, everything on it filled in. */
async function makeVictim(name: string, road: string): Promise<Victim> {
  const caller = backend.as('entry_clerk2')
  const shops = await caller.call(products.shops, {})
  const own = await backend.as('entry_clerk').call(products.shops, {})
  const shop = shops.find(({ id, closed }) => closed === null && own.every((one) => one.id !== id))
  const place = await placeOf(caller)
  const [salesman] = await caller.call(products.staff, { permission: 'order:create', shopId: shop?.id })
  const person = { ...nextPerson(), name }
  const intake = intakeFor(person, { ...place, shopId: shop?.id ?? 0, salesmanId: salesman?.id ?? 0 })
  const values = { ...intake, customer: { ...intake.customer, idAddress: `北京市${road}7号` } }
  const keys = {
    idNo: person.idNo,
    mobile: person.mobile,
    vin: fakeVin(person.row, 2024),
    cardNo: `9999990000${String(person.row).padStart(8, '0')}`,
    contactMobile: fakeMobile(person.row + 51_234),
  }
  const { orderId, bodies, done } = await enter(caller, values, (entry) => ({
    ...entry,
    residence: { ...entry.residence, liveAddress: `北京市${road}8号` },
    employment: { ...entry.employment, employerName: `${road}公司` },
    contacts: entry.contacts.map((contact, at) => ({
      ...contact,
      name: `${name}友${'甲乙'.charAt(at)}`,
      ...(at === 0 && { mobile: keys.contactMobile }),
    })),
    vehicle: { ...entry.vehicle, vin: keys.vin, plateNo },
    bankCard: { ...entry.bankCard, cardNo: keys.cardNo },
  }))
  if (!done) throw new Error(`the order was not submitted: ${JSON.stringify(bodies.at(-1))}`)
  const { order } = await caller.call(applications.progress, { orderId })
  const { customerId, orderNo, rowVersion } = order
  const record = await backend.as('pre_reviewer').call(customers.get, { customerId })
  const texts = [name, `${road}7号`, `${road}8号`, `${road}公司`, orderNo]
  return { orderId, orderNo, rowVersion, customerId, customerNo: record.customerNo, person, keys, texts }
}

type Entered = { orderId: number; bodies: unknown[]; done: boolean }

/** Takes an order as far as the calls let it, at most to the first review; everything answered on the way. */
async function enter(
  caller: Caller,
  intake: IntakeValues,
  change?: (entry: EntryValues) => EntryValues,
  tenant = 'blq',
): Promise<Entered> {
  const bodies: unknown[] = []
  const send = async <E extends Endpoint>(by: Caller, endpoint: E, input: InputOf<E>) => {
    const { status, body } = await by.send(endpoint, input)
    if (by === caller) bodies.push(body)
    return status === 200 ? (body as { orderId: number; rowVersion: number }) : undefined
  }
  const event = () => ({ eventId: newEvent() })
  const saved = await send(caller, applications.saveIntake, { ...event(), values: intake })
  if (!saved) return { orderId: 0, bodies, done: false }
  const { orderId } = saved
  const again = await send(caller, applications.saveIntake, { ...event(), ...saved, values: intake })
  await uploadRequired(caller, orderId)
  const rowVersion = again?.rowVersion ?? 0
  const waiting = await send(caller, applications.submitPre, { orderId, rowVersion, ...event() })
  if (!waiting || !change) return { orderId, bodies, done: waiting !== undefined }
  const reviewer = backend.as('pre_reviewer', tenant)
  const claimed = await send(reviewer, reviews.claim, { orderId, ...event() })
  const passed = await send(reviewer, reviews.decidePre, {
    orderId,
    rowVersion: claimed?.rowVersion ?? 0,
    ...event(),
    result: 'pass',
    opinion: '资料齐全，同意',
  })
  const form = await caller.call(applications.getEntry, { orderId })
  bodies.push(form)
  const person = { ...nextPerson(), name: intake.customer.name }
  const values = change(entryFor(entryDraft(form.values), person))
  const draft = await send(caller, applications.saveEntry, {
    orderId,
    rowVersion: passed?.rowVersion ?? 0,
    ...event(),
    values,
  })
  await uploadRequired(caller, orderId)
  const submitted = await send(caller, applications.submitFirst, {
    orderId,
    rowVersion: draft?.rowVersion ?? 0,
    ...event(),
    values,
  })
  return { orderId, bodies, done: submitted !== undefined }
}

/** The keys of the victim that an attack types, and where. */
const attacks: Record<
  string,
  {
    typed: (keyof Victim['keys'])[]
    intake?: (values: IntakeValues, victim: Victim) => IntakeValues
    entry?: (values: EntryValues, victim: Victim) => EntryValues
  }
> = {
  'identity number': {
    typed: ['idNo'],
    intake: (values, { keys }) => ({ ...values, customer: { ...values.customer, idNo: keys.idNo } }),
    entry: (values) => values,
  },
  mobile: {
    typed: ['mobile'],
    intake: (values, { keys }) => ({ ...values, customer: { ...values.customer, mobile: keys.mobile } }),
  },
  'linked persons, car and card': {
    typed: ['idNo', 'contactMobile', 'vin', 'cardNo'],
    entry: (values, { keys }) => ({
      ...values,
      residence: { ...values.residence, maritalStatus: '2' },
      spouse: {
        ...values.spouse,
        name: '冒充配偶',
        idNo: keys.idNo,
        mobile: nextPerson().mobile,
        creditAuth: true,
      },
      contacts: values.contacts.map((contact, at) => ({
        ...contact,
        ...(at === 0 && { mobile: keys.contactMobile }),
      })),
      vehicle: { ...values.vehicle, vin: keys.vin, plateNo },
      bankCard: { ...values.bankCard, cardNo: keys.cardNo },
    }),
  },
}

const forms = ['identity number', 'mobile']
const attackers = [
  { account: 'entry_clerk', tenant: 'blq', states: ['live', 'over'], kinds: Object.keys(attacks) },
  { account: 'shop_user', tenant: 'blq', states: ['live', 'over'], kinds: forms },
  { account: 'entry_clerk', tenant: 'qhe', states: ['live'], kinds: Object.keys(attacks) },
] as const

const cells = attackers.flatMap(({ states, kinds, ...attacker }) =>
  states.flatMap((state) => kinds.map((attack) => ({ ...attacker, attack, state }))),
)

test.each(cells)(
  '$account of $tenant types the $attack of a customer whose order is $state (N1)',
  async ({ account, tenant, attack, state }) => {
    const victim = victims[state]
    const { typed, intake: ofIntake, entry } = attacks[attack] ?? { typed: [] }
    if (!victim) throw new Error('no victim')
    const caller = backend.as(account, tenant)
    const mine = intakeFor({ ...nextPerson(), name: '林冒名' }, await placeOf(caller))
    const intake = ofIntake?.(mine, victim) ?? mine
    // Numbers of customers begin anew in each tenant.
    const secrets = [...secretsOf(victim, typed), ...(tenant === 'blq' ? [victim.customerNo] : [])]
    // A search by a number leaves its line in the log: it comes before the lines are counted.
    const hits = await searched(caller, victim, typed)
    const [rows, mentions] = [await rowsBefore(), await mentionsOf(secrets)]

    const withEntry = account === 'entry_clerk' && entry
    const change = withEntry ? (values: EntryValues) => entry(values, victim) : undefined
    const { orderId, bodies, done } = await enter(caller, intake, change, tenant)
    // A live order of the tenant refuses another of its number or car (G2); nothing else stands in the way.
    expect(done).toBe(state === 'over' || tenant !== 'blq' || attack === 'mobile')
    bodies.push(...(await typedEverywhere(caller, victim, typed)))
    bodies.push(...(await everythingOf(caller, orderId, victim)))

    expect(found(bodies, secrets)).toEqual([])
    expect(await rows()).toEqual([])
    expect(await mentionsOf(secrets)).toEqual(mentions)
    expect(await searched(caller, victim, typed)).toEqual(hits)
    // A user who may see both still sees each as it was entered.
    const { order } = await backend.as('pre_reviewer').call(applications.get, { orderId: victim.orderId })
    expect(order).toMatchObject({
      customerName: victim.person.name,
      mobile: maskMobile(victim.keys.mobile),
      idNo: maskIdNo(victim.keys.idNo),
    })
    // The entered and copied orders are over as well: the next attacker is not refused because of it.
    await inTenant(tenant === 'blq' ? 1 : 2, () =>
      db()
        .update(application)
        .set({ status: 'voided' })
        .where(
          notInArray(
            application.id,
            Object.values(victims).map((one) => one.orderId),
          ),
        ),
    )
  },
  300_000,
)

/** The secrets that the attacker did not type, as it is and as it is masked. */
function secretsOf({ keys, texts, person }: Victim, typed: readonly string[]): string[] {
  const untyped = Object.entries(keys).flatMap(([name, key]) => (typed.includes(name) ? [] : [key]))
  const masked = [
    ...(typed.includes('mobile') ? [] : [maskMobile(person.mobile)]),
    ...(typed.includes('idNo') ? [] : [maskIdNo(person.idNo)]),
  ]
  return [...texts, ...untyped, ...masked]
}

const found = (bodies: readonly unknown[], secrets: readonly string[]) => {
  const text = JSON.stringify(bodies)
  return secrets.filter((secret) => text.includes(secret))
}

const keyFields = /^(idNo|mobile|phone|vin|plateNo|cardNo|q)$/

/** The calls of the contracts that take a key as a field of their own; one's own number is one's own. */
const keyedCalls: [Endpoint, string[]][] = Object.values(contracts).flatMap((domain) =>
  Object.values<Endpoint>(domain).flatMap((endpoint): [Endpoint, string[]][] => {
    const shape = 'shape' in endpoint.input ? Object.keys(endpoint.input.shape as object) : []
    const fields = shape.filter((field) => keyFields.test(field))
    const asks = endpoint.access !== 'public' && endpoint !== contracts.identity.saveOwnInfo
    return fields.length > 0 && asks ? [[endpoint, fields]] : []
  }),
)

async function typedEverywhere(caller: Caller, { keys }: Victim, typed: (keyof Victim['keys'])[]) {
  const bodies: unknown[] = []
  for (const [endpoint, fields] of keyedCalls) {
    for (const name of typed) {
      const input = { ...sampleInput(endpoint.input) }
      for (const field of fields) input[field] = keys[name]
      if ('eventId' in input) input.eventId = newEvent()
      if ('columns' in input) input.columns = ['orderNo', 'customerName', 'idNo', 'mobile', 'shopName']
      bodies.push(await answerOf(caller, endpoint, input))
    }
  }
  return bodies
}

async function answerOf(caller: Caller, endpoint: Endpoint, input: unknown): Promise<unknown> {
  const response = await caller.raw(endpoint, input as InputOf<Endpoint>)
  if (endpoint.kind !== 'file' || response.status !== 200) return response.json()
  const book = await readXlsx(new Uint8Array(await response.arrayBuffer()))
  return book.sheets.map(({ rows }) => rows)
}

/** All that the attacker can see of the order that he made, and of the customer behind it. */
async function everythingOf(caller: Caller, orderId: number, victim: Victim) {
  const { customerId } = victim
  const { rows: people } = await inTenant(1, () =>
    db().execute<{ id: number }>(sql`select id from linked_person where application_id = ${victim.orderId}`),
  )
  const bodies: unknown[] = []
  const ask = async (endpoint: Endpoint, input: unknown) =>
    bodies.push((await caller.send(endpoint, input)).body)
  for (const read of ['get', 'progress', 'getIntake', 'getEntry'] as const)
    await ask(applications[read], { orderId })
  await ask(applications.copy, { orderId, eventId: newEvent() })
  await ask(home.list, {})
  await ask(reviews.getPre, { orderId })
  await ask(relations.ofOrder, { orderId })
  await ask(customers.get, { customerId })
  await ask(customers.update, { orderId, rowVersion: 1, eventId: newEvent(), reason: '更正' })
  const fields = [
    'applicant.idNo',
    'applicant.mobile',
    'intake.customer.idAddress',
    'intake.customer.mobile',
    'entry.residence.liveAddress',
    'entry.bankCard.cardNo',
    'entry.bankCard.reservedMobile',
    ...people.flatMap(({ id }) =>
      ['idNo', 'mobile', 'address'].map((field) => `linkedPerson.${id}.${field}`),
    ),
  ]
  for (const field of fields) await ask(identity.reveal, { orderId, fields: [field], purpose: 'single' })
  return bodies
}

/** The rows that the victim's own words find for the attacker: no more after an attack than before. */
async function searched(caller: Caller, victim: Victim, typed: readonly string[]): Promise<number[]> {
  const words = [
    victim.person.name,
    victim.orderNo,
    ...(['idNo', 'mobile'] as const).flatMap((key) => (typed.includes(key) ? [] : [victim.keys[key]])),
  ]
  const hits: number[] = []
  for (const q of words) {
    const { total } = await caller.call(applications.query, { q })
    const { customers: people, orders } = await caller.call(home.find, { q })
    hits.push(total + people.length + orders.length)
  }
  return hits
}

/** Every row that orders are made of, to say later which of them changed. */
async function rowsBefore(): Promise<() => Promise<string[]>> {
  const read = async () => {
    const marks = new Map<string, string>()
    for (const table of orderTables) {
      const name = getTableName(table)
      const { rows } = await inTenant(1, () =>
        db().execute<{ id: number; mark: string }>(
          sql.raw(`select id, md5(to_jsonb(t)::text) as mark from "${name}" t`),
        ),
      )
      for (const { id, mark } of rows) marks.set(`${name} ${id}`, mark)
    }
    return marks
  }
  const before = await read()
  expect(before.size).toBeGreaterThan(50)
  return async () => {
    const now = await read()
    return [...before].flatMap(([row, mark]) => (now.get(row) === mark ? [] : [row]))
  }
}

/** The number of rows in each table that say a secret: none may be added, the audit log's neither. */
async function mentionsOf(secrets: readonly string[]): Promise<Record<string, number>> {
  return asOwner(async (connection) => {
    await connection.exec('SET LOCAL ROLE nlos_app')
    const { rows: tables } = await connection.exec(
      `SELECT table_name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'tenant_id'`,
    )
    const names = (tables as { table_name: string }[]).map(({ table_name }) => table_name)
    const says = secrets.map((secret) => `strpos(to_jsonb(t)::text, '${secret}') > 0`).join(' or ')
    const count = names.map(
      (name) => `SELECT '${name}' AS name, count(*)::int AS n FROM "${name}" t WHERE ${says}`,
    )
    const counts: Record<string, number> = {}
    for (const tenantId of [1, 2]) {
      await connection.exec(`SELECT set_config('app.tenant_id', '${tenantId}', true)`)
      const { rows } = await connection.exec(count.join(' UNION ALL '))
      for (const { name, n } of rows as { name: string; n: number }[]) counts[`${tenantId} ${name}`] = n
    }
    return counts
  })
}

test('a call that takes whole forms is one that the attacks fill in, or keeps them for their owner', () => {
  const takesForms = Object.entries(contracts).flatMap(([domain, endpoints]) =>
    Object.entries<Endpoint>(endpoints).flatMap(([name, { input }]) =>
      'shape' in input && Object.hasOwn(input.shape as object, 'values') ? [`${domain}.${name}`] : [],
    ),
  )
  expect(takesForms.sort()).toEqual([
    'applications.saveEntry',
    'applications.saveIntake',
    'applications.submitFirst',
    // The terms of a product: nothing of an order is looked up by them.
    'products.save',
    'system.saveDraft',
  ])
  expect(keyedCalls.length).toBeGreaterThan(8)
  // Strangers' keys: proved where their codes and tokens are, in collect.test.ts and messages.test.ts.
  const open = Object.entries(contracts).flatMap(([domain, endpoints]) =>
    Object.entries<Endpoint>(endpoints).flatMap(([name, { input, access }]) =>
      access === 'public' &&
      'shape' in input &&
      Object.keys(input.shape as object).some((field) => keyFields.test(field))
        ? [`${domain}.${name}`]
        : [],
    ),
  )
  expect(open.sort()).toEqual(['collect.sendCode', 'collect.submit', 'messages.receiveOfficial'])
})
