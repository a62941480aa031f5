import { eq, inArray } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import { applicant, bankCard, linkedPerson } from '../../customers/table.ts'
import { application } from '../../orders/table.ts'
import { vehicle } from '../../vehicles/table.ts'
import { relationKey as keyOf, type RelationKind } from '../rules/relation-keys.ts'
import { type KeyHolder, relationKey } from '../table.ts'

/** The keys of orders: read off their own rows, so that whoever writes those needs to know nothing of what ties orders. */

type Text = string | null | undefined
type Person = KeyHolder & {
  idNo?: Text
  mobiles: readonly Text[]
  addresses: readonly Text[]
  employerName?: Text
}

/** Everything that an order says of its people, its car and its card. */
export type KeyFacts = {
  people: readonly Person[]
  cardNo?: Text
  vin?: Text
  plateNo?: Text
}

export type OrderKey = { kind: RelationKind; value: string; holders: KeyHolder[] }

/** The keys of one order, each value once, with everybody in the order who has it. Car and card are the customer's. */
export function keysOf({ people, cardNo, vin, plateNo }: KeyFacts): OrderKey[] {
  const keys = new Map<string, OrderKey>()
  const add = (kind: RelationKind, text: Text, { role, name }: KeyHolder) => {
    const value = text ? keyOf(kind, text) : null
    if (value === null) return
    const key = keys.get(`${kind} ${value}`) ?? { kind, value, holders: [] }
    keys.set(`${kind} ${value}`, key)
    if (!key.holders.some((one) => one.role === role && one.name === name)) key.holders.push({ role, name })
  }
  const [customer] = people
  if (!customer) return []
  for (const person of people) {
    add('idNo', person.idNo, person)
    for (const mobile of person.mobiles) add('mobile', mobile, person)
    for (const address of person.addresses) add('address', address, person)
    add('employerName', person.employerName, person)
  }
  add('cardNo', cardNo, customer)
  add('vin', vin, customer)
  add('plateNo', plateNo, customer)
  return [...keys.values()]
}

/** Writes the keys of an order anew, after its rows were written. */
export async function writeOrderKeys(orderId: number): Promise<void> {
  await db().delete(relationKey).where(eq(relationKey.orderId, orderId))
  await addKeys([orderId])
}

/** Adds the keys of orders that have none. */
export async function addKeys(orderIds: readonly number[]): Promise<void> {
  const facts = await readFacts(orderIds)
  const rows = [...facts].flatMap(([orderId, of]) => keysOf(of).map((key) => ({ orderId, ...key })))
  if (rows.length > 0) await db().insert(relationKey).values(rows).onConflictDoNothing()
}

async function readFacts(orderIds: readonly number[]): Promise<Map<number, KeyFacts>> {
  const ids = [...orderIds]
  const orders = await db()
    .select({ order: application, entered: applicant, car: vehicle, card: bankCard })
    .from(application)
    .leftJoin(applicant, eq(applicant.orderId, application.id))
    .leftJoin(vehicle, eq(vehicle.id, application.vehicleId))
    .leftJoin(bankCard, eq(bankCard.id, application.repayCardId))
    .where(inArray(application.id, ids))
  const linked = Map.groupBy(
    await db().select().from(linkedPerson).where(inArray(linkedPerson.applicationId, ids)),
    ({ applicationId }) => applicationId,
  )
  return new Map(
    orders.map(({ order, entered, car, card }) => [
      order.id,
      {
        people: [
          customerOf(order, entered, card?.reservedMobile),
          ...(linked.get(order.id) ?? []).map(linkedOf),
        ],
        cardNo: card?.cardNo,
        vin: car?.vin,
        plateNo: car?.plateNo,
      },
    ]),
  )
}

type Entered = { mobile2?: Text; idAddress?: Text; liveAddress?: Text; employerName?: Text }

/** The applicant as entered. */
export const customerOf = (
  order: { customerName: string; idNo: string; mobile: string },
  entered: Entered | null,
  reservedMobile: Text,
): Person => ({
  role: 'customer',
  name: order.customerName,
  idNo: order.idNo,
  mobiles: [order.mobile, entered?.mobile2, reservedMobile],
  addresses: [entered?.liveAddress, entered?.idAddress],
  employerName: entered?.employerName,
})

export const linkedOf = (row: {
  role: string
  name: string
  idNo?: Text
  mobile: string
  address?: Text
  employerName?: Text
}): Person => ({
  role: row.role,
  name: row.name,
  idNo: row.idNo,
  mobiles: [row.mobile],
  addresses: [row.address],
  employerName: row.employerName,
})
