import * as z from 'zod'
import { read } from '../../platform/contract/endpoint.ts'
import { needs } from '../../platform/contract/field-permission.ts'
import { id, json } from '../../platform/contract/wire.ts'
import { levels, sources } from '../blacklist/rules/blacklist.ts'
import { mostKeys, relationKinds } from './rules/relation-keys.ts'

const kind = z.enum(relationKinds)
/** The people of an order who have a value: `customer` or a role of the dictionary linked_role. */
const holders = z.array(z.object({ role: z.string(), name: z.string() }))

/** Another order in the caller's data scope. */
const relatedOrder = z.object({
  id: z.number().int(),
  orderNo: z.string(),
  customerName: z.string(),
  status: z.string(),
  shopName: z.string(),
  createdAt: z.string(),
  /** 1 shares something with what was asked about, 2 with one of those. */
  step: z.union([z.literal(1), z.literal(2)]),
})
export type RelatedOrder = z.infer<typeof relatedOrder>

/**
 * The ties of orders to each other, two steps deep. Orders outside the caller's data scope are in none of it; `outside`
 * is all that is told of them.
 */
export const relationsView = z.object({
  /** Values that others have too, the strongest kind first. */
  shared: z.array(
    z.object({
      kind,
      /** Masked by what it is. */
      value: z.string(),
      /** In the order that was asked about; empty for what is being typed. */
      holders,
      matches: z.array(z.object({ orderId: z.number().int(), holders })),
      /** So many have it, inside and outside, that the newest alone were looked at. */
      newestOnly: needs('order:internal', z.boolean()),
    }),
  ),
  orders: z.array(relatedOrder),
  /** The ties of two orders; `from` is null for what was asked about. Each pair stands once. */
  edges: z.array(z.object({ from: z.number().int().nullable(), to: z.number().int(), kinds: z.array(kind) })),
  /** Colleagues, shops and entries of the lists that have one of the values: not for channel roles. */
  known: needs(
    'order:internal',
    z.array(
      z.discriminatedUnion('what', [
        z.object({ what: z.literal('staff'), kind, name: z.string(), unit: z.string() }),
        z.object({ what: z.literal('shop'), kind, name: z.string() }),
        z.object({
          what: z.literal('list'),
          kind,
          name: z.string(),
          level: z.enum(levels),
          source: z.enum(sources),
        }),
      ]),
    ),
  ),
  /** Orders of the first step outside the data scope, of the value that most of them have; null: none. */
  outside: needs('order:internal', z.object({ count: z.number().int(), atLeast: z.boolean() }).nullable()),
})
export type RelationsView = z.infer<typeof relationsView>

export const relations = {
  /** 关联雷达 of an order. */
  ofOrder: read({
    method: 'POST',
    path: '/biz/relation/order/get',
    access: ['order:view'],
    of: ['order', 'blacklist'],
    input: z.object({ orderId: id() }),
    output: relationsView,
  }),
  /**
   * The same for values that are being typed. Each question leaves an entry in 操作日志, and who asks too often gets 429:
   * nobody finds out about people by trying numbers.
   */
  look: read({
    method: 'POST',
    path: '/biz/relation/look',
    access: ['order:create', 'order:entry'],
    // Asked again when something else is typed, not whenever an order moves: each question is noted.
    of: [],
    leaves: 'relation.look',
    input: z.object({
      keys: json(
        z
          .array(z.object({ kind, value: z.string().max(120) }))
          .min(1)
          .max(mostKeys),
      ),
      /** The order that the form is of: not a hit of itself. */
      orderId: id().optional(),
    }),
    output: relationsView,
  }),
}
