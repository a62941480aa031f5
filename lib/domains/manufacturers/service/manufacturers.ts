import { and, arrayContains, asc, eq, gte, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { audit } from '../../../platform/audit.ts'
import { change } from '../../../platform/change-row.ts'
import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { textIn } from '../../../platform/db/list-conditions.ts'
import { chinaTime, wordedColumns } from '../../../platform/db/list-file.ts'
import { refused, taken } from '../../../platform/errors.ts'
import type { HandlersOf } from '../../../platform/handler.ts'
import { byId, subject } from '../../../platform/subject.ts'
import { addDays } from '../../../rules/business-date.ts'
import { byName } from '../../../rules/by-name.ts'
import type { Contracts } from '../../endpoints.ts'
import { manufacturers as calls, type ManufacturerRow } from '../contract.ts'
import { policyModes } from '../rules/subsidy-policy.ts'
import { manufacturer, subsidyPolicy } from '../table.ts'
import { addPolicy, endPolicy, readPolicies } from './policies.ts'

type Manufacturer = typeof manufacturer.$inferSelect

/** Days before the end of an agreement from which on the list says so. */
const endsSoonDays = 30

const inForce = (today: string) => and(lte(subsidyPolicy.firstDay, today), gte(subsidyPolicy.lastDay, today))

const list = defineList(calls.list, {
  table: manufacturer,
  scope: 'tenant',
  search: textIn(manufacturer.code, manufacturer.name),
  rows: readManufacturers,
})

async function readManufacturers(
  ids: readonly number[],
  { today }: Pick<Call, 'today'>,
): Promise<ManufacturerRow[]> {
  const rows = await db()
    .select()
    .from(manufacturer)
    .where(inArray(manufacturer.id, [...ids]))
  const policies = await db()
    .select({ of: subsidyPolicy.manufacturerId, mode: subsidyPolicy.mode })
    .from(subsidyPolicy)
    .where(and(inArray(subsidyPolicy.manufacturerId, [...ids]), inForce(today)))
  return rows.map((row) => ({
    ...row,
    modes: policyModes.filter((mode) => policies.some((one) => one.of === row.id && one.mode === mode)),
    endsSoon: row.agreementTo !== null && row.agreementTo <= addDays(today, endsSoonDays),
  }))
}

const exportList = list.file({
  list: 'manufacturers',
  title: say('routes.manufacturers'),
  columns: wordedColumns<ManufacturerRow>('manufacturers', {
    code: ({ code }) => code,
    name: ({ name }) => name,
    brands: ({ brands }) => brands.join('、'),
    modes: ({ modes }) =>
      modes.length === 0
        ? say('manufacturers.noMode')
        : modes.map((mode) => say(`manufacturers.policyModes.${mode}`)).join('、'),
    interfaceState: ({ interfaceState }) => say(`manufacturers.interfaceStates.${interfaceState}`),
    contact: ({ contact }) => contact,
    agreementTo: ({ agreementTo }) => agreementTo,
    settleCycle: ({ settleCycle }) => say(`manufacturers.settleCycles.${settleCycle}`),
    state: ({ state }) => say(`manufacturers.states.${state}`),
    createdAt: ({ createdAt }) => chinaTime(createdAt),
  }),
})

async function options({ brand }: ParsedInputOf<typeof calls.options>, { today }: Call): Promise<string[]> {
  const rows = await db()
    .selectDistinct({ name: manufacturer.name })
    .from(manufacturer)
    .innerJoin(subsidyPolicy, eq(subsidyPolicy.manufacturerId, manufacturer.id))
    .where(
      and(
        eq(manufacturer.state, 'active'),
        inForce(today),
        or(isNull(manufacturer.agreementTo), gte(manufacturer.agreementTo, today)),
        brand
          ? or(sql`cardinality(${manufacturer.brands}) = 0`, arrayContains(manufacturer.brands, [brand]))
          : undefined,
      ),
    )
    .orderBy(asc(manufacturer.name))
    .limit(1_000)
  return rows.sort(byName).map(({ name }) => name)
}

const valuesOf = ({
  name,
  brands,
  interfaceState,
  keyTail,
  contact,
  agreementTo = null,
  settleCycle,
}: Omit<ParsedInputOf<typeof calls.save>, 'id' | 'eventId' | 'rowVersion' | 'agreementTo'> & {
  agreementTo?: string | null | undefined
}) => ({
  name,
  brands: [...new Set(brands)],
  interfaceState,
  keyTail,
  contact,
  agreementTo,
  settleCycle,
})

/** @throws 409 for a code or a name that is there */
async function add({ code, ...input }: ParsedInputOf<typeof calls.add>, call: Call): Promise<{ id: number }> {
  const values = valuesOf(input)
  const [made] = await db()
    .insert(manufacturer)
    .values({ code, ...values, createdBy: call.actor.id })
    .onConflictDoNothing()
    .returning({ id: manufacturer.id })
  if (!made) throw taken('manufacturers.taken')
  await audit({ object: `manufacturer:${made.id}`, after: { code, ...values } })
  return made
}

/** @throws 409 for a name that is there */
async function save(input: ParsedInputOf<typeof calls.save>, _call: Call, row: Manufacturer) {
  const [other] = await db()
    .select({ id: manufacturer.id })
    .from(manufacturer)
    .where(and(eq(manufacturer.name, input.name), ne(manufacturer.id, row.id)))
  if (other) throw taken('manufacturers.taken')
  await change(manufacturer, row, valuesOf(input))
  return {}
}

/** @throws 422 for one that is stopped */
async function stop({ reason }: ParsedInputOf<typeof calls.stop>, _call: Call, row: Manufacturer) {
  if (row.state === 'stopped') throw refused('manufacturers.refusals.isStopped')
  await change(manufacturer, row, { state: 'stopped', stopReason: reason })
  return {}
}

/** @throws 422 for one that is not stopped */
async function resume({ reason }: ParsedInputOf<typeof calls.resume>, _call: Call, row: Manufacturer) {
  if (row.state === 'active') throw refused('manufacturers.refusals.isActive')
  const was = { state: row.state, stopReason: row.stopReason }
  await change(
    manufacturer,
    row,
    { state: 'active', stopReason: null },
    { before: was, after: { state: 'active', reason } },
  )
  return {}
}

export const manufacturerSubject = subject({
  noun: 'manufacturer',
  nameOf: ({ id }: Manufacturer) => id,
  lock: byId(manufacturer),
  shown: ({ name, contact, interfaceState, settleCycle }) => ({ name, contact, interfaceState, settleCycle }),
})

export const policySubject = subject({
  noun: 'subsidy_policy',
  nameOf: ({ id }: typeof subsidyPolicy.$inferSelect) => id,
  lock: byId(subsidyPolicy),
})

export const manufacturerHandlers: HandlersOf<Contracts['manufacturers']> = {
  list: list.page,
  exportList,
  options,
  add,
  save,
  stop,
  resume,
  policies: readPolicies,
  addPolicy,
  endPolicy,
}
