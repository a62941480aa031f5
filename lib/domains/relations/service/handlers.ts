import { eq } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import type { HandlersOf } from '../../../platform/handler.ts'
import { requireFewThisHour } from '../../../platform/hour-limit.ts'
import type { Contracts } from '../../endpoints.ts'
import { findOrder } from '../../orders/service/read-order.ts'
import type { relations } from '../contract.ts'
import { relationKey as keyOf } from '../rules/relation-keys.ts'
import { relationKey } from '../table.ts'
import { type Asked, findRelations } from './find-relations.ts'

export const relationHandlers: HandlersOf<Contracts['relations']> = {
  ofOrder: async ({ orderId }, call) => {
    const order = await findOrder(orderId, call)
    const asked = await db().select().from(relationKey).where(eq(relationKey.orderId, order.id))
    return findRelations(asked, order.id, call)
  },
  look,
}

/** @throws 404 for an order outside the data scope, 429 past the questions of an hour */
async function look({ keys, orderId }: ParsedInputOf<typeof relations.look>, call: Call) {
  // Leaving an order out tells whose it is, so it has to be one that the caller may see.
  if (orderId !== undefined) await findOrder(orderId, call)
  await requireFewThisHour('relation.look', call)
  const found = new Map<string, Asked>()
  for (const { kind, value: typed } of keys) {
    const value = keyOf(kind, typed)
    if (value !== null) found.set(`${kind} ${value}`, { kind, value, holders: [] })
  }
  const asked = [...found.values()]
  const view = await findRelations(asked, orderId, call)
  await audit({
    object: orderId === undefined ? 'relation:new' : `application:${orderId}`,
    after: {
      // Under their own names the values are masked.
      keys: asked.map(({ kind, value }) => ({ [kind]: value })),
      orders: view.orders.length,
      outside: view.outside?.count ?? 0,
    },
  })
  return view
}
