import { and, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { audit } from '../../../platform/audit.ts'
import { change } from '../../../platform/change-row.ts'
import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { chinaTime, wordedColumns } from '../../../platform/db/list-file.ts'
import { badInput, notFound, refused, taken } from '../../../platform/errors.ts'
import type { HandlersOf } from '../../../platform/handler.ts'
import { subject } from '../../../platform/subject.ts'
import { searchForms } from '../../../rules/clean-value.ts'
import { maskIdNo, maskMobile } from '../../../rules/mask.ts'
import { r2 } from '../../../rules/money.ts'
import { customer } from '../../customers/table.ts'
import type { Contracts } from '../../endpoints.ts'
import { enterprises as calls, type EnterpriseDetail, type EnterpriseRow } from '../contract.ts'
import { enterpriseFindings } from '../rules/enterprise.ts'
import { enterprise } from '../table.ts'
import { enterpriseScope } from './enterprise-scope.ts'
import { readTies } from './ties.ts'

type Enterprise = typeof enterprise.$inferSelect

const list = defineList(calls.list, {
  table: enterprise,
  scope: { rows: ({ actor }) => enterpriseScope(actor) },
  search: (text) =>
    or(
      ...searchForms(text).map((form) => {
        const like = `%${form.replace(/[\\%_]/g, '\\$&')}%`
        return sql`(enterprise.name ilike ${like} or enterprise.uscc ilike ${like}
          or exists (select from customer c where c.tenant_id = enterprise.tenant_id and c.id = enterprise.customer_id
            and (c.name ilike ${like} or c.id_no ilike ${like})))`
      }),
    ),
  rows: async (ids): Promise<EnterpriseRow[]> =>
    (await readEnterprises(inArray(enterprise.id, ids))).map(rowOf),
})

const readEnterprises = (where: SQL | undefined) =>
  db()
    .select({ row: enterprise, customerName: customer.name, customerCode: customer.idNo })
    .from(enterprise)
    .leftJoin(customer, eq(customer.id, enterprise.customerId))
    .where(where)

type Found = Awaited<ReturnType<typeof readEnterprises>>[number]
const rowOf = ({ row, customerName, customerCode }: Found) => ({
  ...row,
  isCustomer: row.customerId !== null,
  name: row.name ?? customerName ?? '',
  uscc: row.uscc ?? customerCode ?? '',
  contactMobile: maskMobile(row.contactMobile),
})

const exportList = list.file({
  list: 'enterprises',
  title: say('routes.enterprises'),
  columns: wordedColumns<EnterpriseRow>('enterprises', {
    name: ({ name }) => name,
    uscc: ({ uscc }) => uscc,
    kind: ({ kind }) => say(`enterprises.kinds.${kind}`),
    legalName: ({ legalName }) => legalName,
    contactName: ({ contactName }) => contactName,
    contactMobile: ({ contactMobile }) => contactMobile,
    address: ({ address }) => address,
    state: ({ state }) => say(`enterprises.states.${state}`),
    stopReason: ({ stopReason }) => stopReason,
    createdAt: ({ createdAt }) => chinaTime(createdAt),
  }),
})

/** @throws 404 */
async function get({ id }: ParsedInputOf<typeof calls.get>, { actor }: Call): Promise<EnterpriseDetail> {
  const [found] = await readEnterprises(and(eq(enterprise.id, id), enterpriseScope(actor)))
  if (!found) throw notFound()
  const { row } = found
  return {
    ...rowOf(found),
    legalIdNo: maskIdNo(row.legalIdNo),
    legalMobile: maskMobile(row.legalMobile),
  }
}

type Typed = Omit<ParsedInputOf<typeof calls.save>, 'id' | 'eventId' | 'rowVersion'>

/** @throws 400 by field */
function requireValues(typed: Typed, isCustomer: boolean, today: string) {
  const { establishedOn, licenceValidTo, regCapital, annualRevenue, employees, ...texts } = typed
  const wrong = enterpriseFindings(
    {
      ...texts,
      regCapital,
      annualRevenue,
      employees,
      establishedOn: establishedOn ?? '',
      licenceValidTo: licenceValidTo ?? '',
    },
    { isCustomer, today },
  )
  if (Object.keys(wrong).length > 0) throw badInput(wrong as Parameters<typeof badInput>[0])
  const { kind, name, uscc, insurer, legalIdNo, legalMobile, contactMobile, ...others } = texts
  const amount = (text: string) => (text === '' ? null : r2(text))
  return {
    ...others,
    kind,
    insurer: kind === 'insurer' ? insurer : '',
    establishedOn: establishedOn ?? null,
    licenceValidTo: licenceValidTo ?? null,
    regCapital: amount(regCapital),
    annualRevenue: amount(annualRevenue),
    employees: employees === '' ? null : Number(employees),
    // Nobody has the numbers before him that he does not type: empty, they stay as they are.
    ...(legalIdNo !== '' && { legalIdNo }),
    ...(legalMobile !== '' && { legalMobile }),
    ...(contactMobile !== '' && { contactMobile }),
    ...(!isCustomer && { name, uscc }),
  }
}

/** A customer has its name and code, and another company may not have one of the same. @throws 409 */
async function requireFree({ name, uscc }: Pick<Typed, 'name' | 'uscc'>, without: number): Promise<void> {
  const [borrows] = await db()
    .select({ id: customer.id })
    .from(customer)
    .where(and(eq(customer.idType, '90'), eq(customer.idNo, uscc)))
  if (borrows) throw taken('enterprises.refusals.isCustomer')
  const [other] = await db()
    .select({ id: enterprise.id })
    .from(enterprise)
    .where(and(or(eq(enterprise.name, name), eq(enterprise.uscc, uscc)), ne(enterprise.id, without)))
  if (other) throw taken('enterprises.refusals.taken')
}

/** @throws 400 by field, 409 for a name or a code that is there */
async function add(input: ParsedInputOf<typeof calls.add>, call: Call): Promise<{ id: number }> {
  const { eventId: _, ...typed } = input
  const values = requireValues(typed, false, call.today)
  await requireFree(input, 0)
  const [made] = await db()
    .insert(enterprise)
    .values({ ...values, createdBy: call.actor.id })
    .onConflictDoNothing()
    .returning({ id: enterprise.id })
  if (!made) throw taken('enterprises.refusals.taken')
  await audit({ object: `enterprise:${made.id}`, after: values })
  return made
}

/** @throws 400 by field, 409 for a name or a code that is there */
async function save(input: ParsedInputOf<typeof calls.save>, { today }: Call, row: Enterprise) {
  const { id: _id, eventId: _event, rowVersion: _version, ...typed } = input
  const isCustomer = row.customerId !== null
  // One that borrows is one by its orders, one that does not is none.
  if (!isCustomer && typed.kind === 'lessee') throw badInput({ kind: 'enterprises.refusals.noLessee' })
  const values = requireValues(typed, isCustomer, today)
  if (!isCustomer) await requireFree(typed, row.id)
  await change(enterprise, row, values)
  return {}
}

/** @throws 422 for one that is stopped */
async function stop({ reason }: ParsedInputOf<typeof calls.stop>, _call: Call, row: Enterprise) {
  if (row.state === 'stopped') throw refused('enterprises.refusals.isStopped')
  await change(enterprise, row, { state: 'stopped', stopReason: reason })
  return {}
}

/** @throws 422 for one that is not stopped */
async function resume({ reason }: ParsedInputOf<typeof calls.resume>, _call: Call, row: Enterprise) {
  if (row.state === 'active') throw refused('enterprises.refusals.isActive')
  const before = { state: row.state, stopReason: row.stopReason }
  const said = { before, after: { state: 'active', reason } }
  await change(enterprise, row, { state: 'active', stopReason: null }, said)
  return {}
}

export const enterpriseSubject = subject({
  noun: 'enterprise',
  nameOf: ({ id }: Enterprise) => id,
  async lock(id: number, { tenantId, actor }: Call) {
    const [row] = await db()
      .select()
      .from(enterprise)
      .where(and(eq(enterprise.id, id), eq(enterprise.tenantId, tenantId), enterpriseScope(actor)))
      .for('no key update')
    return row
  },
  shown: ({ name, legalName, contactName, contactMobile, address }) => ({
    ...(name !== null && { name }),
    legalName,
    contactName,
    contactMobile,
    address,
  }),
})

export const enterpriseHandlers: HandlersOf<Contracts['enterprises']> = {
  list: list.page,
  exportList,
  get,
  ties: readTies,
  add,
  save,
  stop,
  resume,
}
