import { inArray, sql } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import { isRecord } from '../../../platform/mask-values.ts'
import { shop } from '../../channels/table.ts'
import { customer, linkedPerson } from '../../customers/table.ts'
import { orgUnit, sysUser } from '../../identity/table.ts'
import { application } from '../../orders/table.ts'
import { product } from '../../products/table.ts'
import type { AuditDifference } from '../rules/audit-difference.ts'

/** The record that an audit row is about, in words: `application:8812` is an order with a number. */

type Entry = { object: string; before: unknown; after: unknown }
export type ObjectView = { objectKind: string; objectName: string; orderId: number | null }

type Named = { id: number; name: string }

/** The names of the objects that have a row of their own, by kind. */
const readers: Record<string, (ids: number[]) => Promise<Named[]>> = {
  application: (ids) =>
    db()
      .select({ id: application.id, name: application.orderNo })
      .from(application)
      .where(inArray(application.id, ids)),
  user: (ids) =>
    db()
      .select({ id: sysUser.id, name: sql<string>`${sysUser.name} || ' ' || ${sysUser.account}` })
      .from(sysUser)
      .where(inArray(sysUser.id, ids)),
  customer: (ids) =>
    db().select({ id: customer.id, name: customer.name }).from(customer).where(inArray(customer.id, ids)),
  linkedPerson: (ids) =>
    db()
      .select({ id: linkedPerson.id, name: sql<string>`coalesce(${linkedPerson.name}, '')` })
      .from(linkedPerson)
      .where(inArray(linkedPerson.id, ids)),
}

/** In the place of the number of a row: there is none yet, or the question was about no row. */
const numberless: ReadonlySet<string> = new Set(['new', 'search', 'number'])

/** The objects of audit rows, in their order. */
export async function describeObjects(entries: readonly Entry[]): Promise<ObjectView[]> {
  const parsed = entries.map(({ object }) => partsOf(object))
  const names = new Map<string, string>()
  for (const [kind, group] of Map.groupBy(parsed, (part) => part.kind)) {
    const read = Object.hasOwn(readers, kind) ? readers[kind] : undefined
    const ids = [...new Set(group.flatMap(({ id }) => (/^[1-9]\d{0,15}$/.test(id) ? Number(id) : [])))]
    if (!read || ids.length === 0) continue
    for (const row of await read(ids)) names.set(`${kind}:${row.id}`, row.name)
  }
  const applicants = await applicantsOf(entries.filter((_entry, at) => parsed[at]?.kind === 'customer'))
  return entries.map(({ before, after }, at) => {
    const { kind, id } = parsed[at] ?? partsOf('')
    // A customer in the context of an order has the name that was entered there.
    const entered = kind === 'customer' ? applicants.get(orderIn(after) ?? 0) : undefined
    const own = () => ownName(after) || ownName(before) || (numberless.has(id) ? '' : id)
    return {
      objectKind: kind,
      objectName: entered ?? names.get(`${kind}:${id}`) ?? own(),
      orderId: kind === 'application' && names.has(`${kind}:${id}`) ? Number(id) : orderIn(after),
    }
  })
}

/** Names as entered on the orders that the entries were about. */
async function applicantsOf(entries: readonly Entry[]): Promise<Map<number, string>> {
  const ids = [...new Set(entries.flatMap(({ after }) => orderIn(after) ?? []))]
  if (ids.length === 0) return new Map()
  const rows = await db()
    .select({ id: application.id, name: application.customerName })
    .from(application)
    .where(inArray(application.id, ids))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

function partsOf(object: string): { kind: string; id: string } {
  const colon = object.indexOf(':')
  return colon < 0 ? { kind: object, id: '' } : { kind: object.slice(0, colon), id: object.slice(colon + 1) }
}

/** The name that a record says of itself. */
function ownName(record: unknown): string {
  if (!isRecord(record)) return ''
  const name = record.name ?? record.title ?? record.label
  return typeof name === 'string' ? name : ''
}

function orderIn(record: unknown): number | null {
  return isRecord(record) && typeof record.orderId === 'number' ? record.orderId : null
}

/** Fields that hold the number of a row, with what reads the rows' names. */
const references: Record<string, (ids: number[]) => Promise<Named[]>> = {
  ...Object.fromEntries(
    ['claimedBy', 'agentId', 'salesmanId'].map((field) => [
      field,
      (ids: number[]) =>
        db().select({ id: sysUser.id, name: sysUser.name }).from(sysUser).where(inArray(sysUser.id, ids)),
    ]),
  ),
  shopId: (ids) => db().select({ id: shop.id, name: shop.name }).from(shop).where(inArray(shop.id, ids)),
  productId: (ids) =>
    db().select({ id: product.id, name: product.name }).from(product).where(inArray(product.id, ids)),
  orgUnitId: (ids) =>
    db().select({ id: orgUnit.id, name: orgUnit.name }).from(orgUnit).where(inArray(orgUnit.id, ids)),
  orderId: (ids) =>
    db()
      .select({ id: application.id, name: application.orderNo })
      .from(application)
      .where(inArray(application.id, ids)),
}

/**
 * Everything that entries changed, with names in the place of the numbers of rows; a row that is gone keeps its number.
 */
export async function nameReferences(entries: readonly AuditDifference[][]): Promise<AuditDifference[][]> {
  const names = new Map<string, string>()
  const all = entries.flat().map((difference) => ({ ...difference, field: fieldOf(difference) }))
  for (const [field, group] of Map.groupBy(all, (difference) => difference.field)) {
    const read = Object.hasOwn(references, field) ? references[field] : undefined
    const ids = group
      .flatMap(({ before, after }) => [before, after])
      .flatMap((value) => (value && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : []))
    if (!read || ids.length === 0) continue
    for (const { id, name } of await read([...new Set(ids)])) names.set(`${field}:${id}`, name)
  }
  return entries.map((differences) =>
    differences.map((difference) => {
      const named = (value: string | null) => names.get(`${fieldOf(difference)}:${value}`) ?? value
      return { ...difference, before: named(difference.before), after: named(difference.after) }
    }),
  )
}

const fieldOf = ({ path }: AuditDifference) => path.split('.').at(-1) ?? ''
