import type { Endpoint } from '../platform/contract/endpoint.ts'
import { sampleInput } from '../platform/contract/testing.ts'
import { asOwner } from '../platform/db/client.ts'
import type { Connection } from '../platform/db/engine.ts'
import { contracts } from './endpoints.ts'
import { applications } from './orders/contract.ts'
import { intakeFor, nextPerson, placeOf } from './orders/service/testing.ts'
import { holderOf, openTestBackend, type TestBackend } from './testing.ts'

/**
 * Every call that takes an id, with ids of another tenant (T4): it answers as to one that does not exist. The calls are
 * those of the contracts, the ids those of every table that has a row of the other tenant.
 */

/** From here on ids belong to rows of the other tenant alone, up to where those of the tests begin. */
const FOREIGN = 5_000_000
const OWN = 6_000_000
const MISSING = 9_999_999

let backend: TestBackend
let foreign: { table: string; id: number }[]
/** Copied rows have one id in every table. */
let foreignIds: Set<number>

beforeAll(async () => {
  backend = await openTestBackend()
  await countFrom(FOREIGN)
  const clerk = backend.as('entry_clerk', 'qhe')
  const values = intakeFor(nextPerson(), await placeOf(clerk))
  await clerk.call(applications.saveIntake, { values, eventId: 'x'.repeat(20) })
  foreign = await asOwner(async (connection) => {
    const tables = await tablesWithIds(connection)
    // The owner of the tables is under their row security too.
    await connection.exec("SET LOCAL ROLE nlos_app; SELECT set_config('app.tenant_id', '2', true)")
    const found = []
    for (const table of tables) {
      const id = (await rowOf(connection, table)) ?? (await copyRow(connection, table))
      if (id !== undefined) found.push({ table, id })
    }
    return found
  })
  foreignIds = new Set(foreign.map(({ id }) => id))
  await countFrom(OWN)
}, 60_000)
afterAll(() => backend.close())

/** Ids of rows that are made from now on, in every table. */
const countFrom = (first: number) =>
  asOwner((connection) =>
    connection.exec(
      `SELECT setval(oid, ${first}) FROM pg_class WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace`,
    ),
  )

async function tablesWithIds(connection: Connection): Promise<string[]> {
  const { rows } = await connection.exec(
    `SELECT a.table_name FROM information_schema.columns a JOIN information_schema.columns b USING (table_schema, table_name)
     WHERE table_schema = 'public' AND a.column_name = 'id' AND a.data_type = 'bigint' AND b.column_name = 'tenant_id'`,
  )
  return rows.map((row) => (row as { table_name: string }).table_name)
}

async function rowOf(connection: Connection, table: string): Promise<number | undefined> {
  const { rows } = await connection.exec(
    `SELECT id FROM "${table}" WHERE tenant_id = 2 AND id >= ${FOREIGN} LIMIT 1`,
  )
  return (rows[0] as { id: number } | undefined)?.id
}

/** A row of the base seed again, with an id and names of its own; nothing where the table does not take it twice. */
async function copyRow(connection: Connection, table: string): Promise<number | undefined> {
  await connection.exec('SAVEPOINT copy')
  try {
    await connection.exec(`INSERT INTO "${table}" OVERRIDING SYSTEM VALUE
      SELECT (jsonb_populate_record(NULL::"${table}", to_jsonb(one) || '{"id": ${FOREIGN + 77}, "code": "walls", "account": "walls", "name": "墙", "mobile": null}')).*
      FROM (SELECT * FROM "${table}" WHERE tenant_id = 2 LIMIT 1) one`)
    return await rowOf(connection, table)
  } catch {
    await connection.exec('ROLLBACK TO copy')
    return undefined
  }
}

/** The fields of a call that are ids, or lists of them. */
function idFields(endpoint: Endpoint): string[] {
  const shape = 'shape' in endpoint.input ? (endpoint.input.shape as object) : {}
  return Object.keys(shape).filter((field) => /^ids?$|Ids?$/.test(field) && field !== 'eventId')
}

const calls: [string, Endpoint, string][] = Object.entries(contracts).flatMap(([domain, endpoints]) =>
  Object.entries<Endpoint>(endpoints)
    .filter(([, { kind, method, access }]) => (kind === 'json' || method === 'GET') && access !== 'public')
    .flatMap(([name, endpoint]) =>
      idFields(endpoint).map((field): [string, Endpoint, string] => [
        `${domain}.${name} ${field}`,
        endpoint,
        field,
      ]),
    ),
)

test('there are calls and rows to try', () => {
  expect(calls.length).toBeGreaterThan(60)
  expect(foreign.map(({ table }) => table)).toEqual(
    expect.arrayContaining([
      'application',
      'customer',
      'sys_user',
      'sys_role',
      'sys_menu',
      'org_unit',
      'material_item',
    ]),
  )
  expect(foreign.length).toBeGreaterThan(15)
})

test.each(calls)(
  '%s of another tenant is answered as one that is missing',
  async (_name, endpoint, field) => {
    const sample = sampleInput(endpoint.input)
    if (!sample) throw new Error(`no input is known for ${endpoint.path}`)
    const caller = backend.as(holderOf(endpoint))
    let sent = 0
    const send = async (id: number) => {
      const value = /s$/.test(field) ? [id] : id
      const event =
        'eventId' in sample
          ? { eventId: `${endpoint.path.replace(/\W/g, '')}${field}${sent++}`.padStart(30, '0').slice(-60) }
          : {}
      const { status, body } = await caller.send(endpoint, { ...sample, [field]: value, ...event })
      return { status, text: JSON.stringify(body).replaceAll(String(id), 'ID') }
    }
    const missing = await send(MISSING)
    expect(missing.status).not.toBe(500)
    for (const id of foreignIds) expect({ id, ...(await send(id)) }).toEqual({ id, ...missing })
  },
)
