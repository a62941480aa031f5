import { asc, eq } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { badInput, notFound } from '../../../platform/errors.ts'
import { requireFewThisHour } from '../../../platform/hour-limit.ts'
import { isRecord } from '../../../platform/mask-values.ts'
import { maskOfField } from '../../../rules/mask.ts'
import { cardsOf } from '../../cards/service/order-cards.ts'
import { linkedPerson } from '../../customers/table.ts'
import type { identity } from '../../identity/contract.ts'
import { entryOf } from '../../orders/service/form-values.ts'
import type { Order } from '../../orders/service/move-order.ts'
import { findOrder } from '../../orders/service/read-order.ts'

/**
 * Personal data of an order in clear, read from where its pages read what they show masked. A field is a path into the
 * case below; whatever the table of masks covers can be asked for, and nothing else.
 */

type Case = {
  applicant: unknown
  intake: unknown
  entry: unknown
  /** By id, in the order of the page. */
  linkedPerson: Record<string, unknown>
  /** By id as well: the entry has the one that pays alone. */
  bankCard: Record<string, unknown>
}

async function readCase(order: Order): Promise<Case> {
  const linked = await db()
    .select()
    .from(linkedPerson)
    .where(eq(linkedPerson.applicationId, order.id))
    .orderBy(asc(linkedPerson.sort), asc(linkedPerson.id))
  const { all } = await cardsOf(order)
  return {
    applicant: { name: order.customerName, idNo: order.idNo, mobile: order.mobile },
    intake: order.intakeValues,
    entry: entryOf(order),
    linkedPerson: Object.fromEntries(linked.map((person) => [person.id, person])),
    bankCard: Object.fromEntries(all.map((card) => [card.id, { ...card, name: card.holderName }])),
  }
}

/** A value of the case with whose it is: of the nearest record around it that has a name, else the applicant's. */
type Found = { path: string; value: string; whose: string }

/** @throws 400 for a field that is not masked anywhere, 404 for one that this order does not have */
function findIn(data: Case, path: string): Found {
  const names = path.split('.')
  if (!maskOfField(names.at(-1) ?? '')) throw badInput({ fields: 'refusals.badField' })
  let at: unknown = data
  let whose = nameIn(data.applicant)
  for (const name of names) {
    at = (isRecord(at) || Array.isArray(at)) && Object.hasOwn(at, name) ? Reflect.get(at, name) : undefined
    whose = nameIn(at) || whose
  }
  if (typeof at !== 'string' && at !== null) throw notFound()
  return { path, value: at ?? '', whose }
}

const nameIn = (record: unknown): string =>
  isRecord(record) && typeof record.name === 'string' ? record.name : ''

/** The values, and one audit row that names the fields, the people and the purpose, but no value. */
export async function reveal(
  { orderId, fields, purpose }: ParsedInputOf<typeof identity.reveal>,
  call: Call,
): Promise<OutputOf<typeof identity.reveal>> {
  await requireFewThisHour('sensitive.reveal', call)
  const data = await readCase(await findOrder(orderId, call))
  const found = fields.map((path) => findIn(data, path))
  await audit({
    action: 'sensitive.reveal',
    object: `application:${orderId}`,
    after: {
      purpose,
      whose: [...new Set(found.map(({ whose }) => whose))],
      fields: [...new Set(fields.map((path) => formPath(data, path)))],
    },
  })
  return { values: Object.fromEntries(found.map(({ path, value }) => [path, value])) }
}

/** The name of a field as the forms and the audit log have it: the customer's, and linked persons by their place. */
function formPath({ linkedPerson: people }: Case, path: string): string {
  const [of = '', ...rest] = path.split('.')
  if (of === 'applicant') return ['customer', ...rest].join('.')
  if (of === 'bankCard') return ['bankCard', ...rest.slice(1)].join('.')
  if (of !== 'linkedPerson') return rest.join('.')
  const [id = '', ...field] = rest
  return [of, Object.keys(people).indexOf(id), ...field].join('.')
}

/** One value, for who does something with it instead of showing it. The caller leaves the audit row. */
export async function readSensitive(orderId: number, field: string, call: Call): Promise<string> {
  return findIn(await readCase(await findOrder(orderId, call)), field).value
}
