import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Actor, Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { maskOfField } from '../../../rules/mask.ts'
import { shop } from '../../channels/table.ts'
import { orderScope } from '../../orders/service/data-scope.ts'
import { application } from '../../orders/table.ts'
import type { RelatedOrder, RelationsView } from '../contract.ts'
import { type RelationKind, strengthOf } from '../rules/relation-keys.ts'
import { type KeyHolder, relationKey } from '../table.ts'
import { findKnown } from './find-known.ts'

/**
 * 关联雷达: from values to the orders that have them, and from those one step further. Whatever a value is, a bounded
 * number of its newest orders is read, so that an employer of thousands costs as much as a telephone of three. The
 * second step goes from orders in the caller's data scope to orders in it: what is outside is counted once and leads
 * nowhere.
 */

/** A value that was asked about, and who of the order has it. */
export type Asked = { kind: RelationKind; value: string; holders: KeyHolder[] }

/** Newest orders of a value that are looked at. */
const mostOfKey = 50
/** Orders that a step shows. */
const mostOrders = 20
/** Orders of the first step, strongest first, from which the second goes. */
const mostOnward = 12
/** A value of the second step that more orders have says nothing, as the employer of half a town. */
const fewOfKey = 8

type Hit = {
  /** The order that it ties to, of the second step. */
  from: number | null
  kind: RelationKind
  value: string
  id: number
  holders: KeyHolder[]
  inScope: boolean
}

export async function findRelations(
  asked: readonly Asked[],
  orderId: number | undefined,
  call: Call,
): Promise<RelationsView> {
  const near = asked.length === 0 ? [] : await firstStep(asked, orderId, call.actor)
  const seen = near.filter(({ inScope }) => inScope)
  const first = strongest(seen, new Set()).slice(0, mostOrders)
  const far =
    first.length === 0 ? [] : await secondStep(first.slice(0, mostOnward), asked, orderId, call.actor)
  const second = strongest(far, new Set(first)).slice(0, mostOrders)
  const shown = new Set([...first, ...second])
  const isMany = manyOf(near)
  return {
    shared: sharedOf(asked, seen, isMany),
    orders: await readOrders(first, second),
    edges: edgesOf([...seen, ...far].filter(({ id }) => shown.has(id))),
    known: await findKnown(asked, call.today),
    outside: outsideOf(near, asked.some(isMany)),
  }
}

type Key = { kind: RelationKind; value: string }
const nameOf = ({ kind, value }: Key) => `${kind} ${value}`

/** Of which values there were more orders than were looked at. */
function manyOf(near: readonly Hit[]): (key: Key) => boolean {
  const counts = new Map<string, number>()
  for (const hit of near) counts.set(nameOf(hit), (counts.get(nameOf(hit)) ?? 0) + 1)
  return (key) => (counts.get(nameOf(key)) ?? 0) >= mostOfKey
}

/**
 * The number of orders outside, by the one value that most of them have. Counting over all values would tell whether
 * two of them are of the same order: whose telephone a number is.
 */
function outsideOf(near: readonly Hit[], more: boolean): RelationsView['outside'] {
  const counts = new Map<string, number>()
  for (const hit of near) if (!hit.inScope) counts.set(nameOf(hit), (counts.get(nameOf(hit)) ?? 0) + 1)
  if (counts.size === 0) return null
  return { count: Math.max(...counts.values()), atLeast: more || counts.size > 1 }
}

/** Orders by the strongest thing that ties them, then the newest; without those that are known. */
function strongest(hits: readonly Hit[], known: ReadonlySet<number>): number[] {
  const best = new Map<number, number>()
  for (const { id, kind } of hits)
    if (!known.has(id)) best.set(id, Math.min(best.get(id) ?? Number.POSITIVE_INFINITY, strengthOf(kind)))
  return [...best].sort(([a, one], [b, other]) => one - other || b - a).map(([id]) => id)
}

function sharedOf(asked: readonly Asked[], seen: readonly Hit[], isMany: (key: Key) => boolean) {
  const hits = Map.groupBy(seen, nameOf)
  return [...asked]
    .sort((a, b) => strengthOf(a.kind) - strengthOf(b.kind))
    .flatMap((key): RelationsView['shared'] => {
      const own = hits.get(nameOf(key))
      if (!own) return []
      return [
        {
          kind: key.kind,
          value: maskOfField(key.kind)?.(key.value) ?? key.value,
          holders: key.holders,
          matches: own.map(({ id, holders }) => ({ orderId: id, holders })),
          newestOnly: isMany(key),
        },
      ]
    })
}

function edgesOf(hits: readonly Hit[]): RelationsView['edges'] {
  const edges = new Map<string, RelationsView['edges'][number]>()
  for (const { from, id, kind } of hits) {
    // Both ends of a pair may find each other.
    const pair = from === null ? [null, id] : [Math.min(from, id), Math.max(from, id)]
    const name = pair.join(' ')
    const edge = edges.get(name) ?? { from: pair[0] ?? null, to: pair[1] ?? id, kinds: [] }
    edges.set(name, edge)
    if (!edge.kinds.includes(kind)) edge.kinds.push(kind)
  }
  for (const { kinds } of edges.values()) kinds.sort((a, b) => strengthOf(a) - strengthOf(b))
  return [...edges.values()]
}

/** Whoever sees everything has no condition. */
const inScope = (actor: Actor): SQL => sql`(${orderScope(actor) ?? sql`true`})`

const listOf = (keys: readonly Key[]) => sql`unnest(
  ${sql.param(keys.map(({ kind }) => kind))}::text[], ${sql.param(keys.map(({ value }) => value))}::text[])`

/** The newest orders of each value, in the caller's scope or not. */
async function firstStep(asked: readonly Asked[], orderId: number | undefined, actor: Actor): Promise<Hit[]> {
  const { rows } = await db().execute<Omit<Hit, 'from'>>(sql`
    select asked.kind, asked.value, hit.order_id::int as id, hit.holders, ${inScope(actor)} as "inScope"
    from ${listOf(asked)} as asked (kind, value)
    cross join lateral (
      select ${relationKey.orderId} as order_id, ${relationKey.holders} as holders from ${relationKey}
      where ${relationKey.kind} = asked.kind and ${relationKey.value} = asked.value
        and ${relationKey.orderId} <> ${orderId ?? 0}
      order by ${relationKey.orderId} desc nulls last limit ${mostOfKey}
    ) as hit
    join ${application} on ${application.id} = hit.order_id`)
  return rows.map((row) => ({ ...row, from: null }))
}

/** From each order to those that share something else with it. */
async function secondStep(
  from: readonly number[],
  asked: readonly Asked[],
  orderId: number | undefined,
  actor: Actor,
): Promise<Hit[]> {
  const { rows } = await db().execute<Hit>(sql`
    select own.order_id::int as "from", own.kind, own.value, hit.order_id::int as id, hit.holders, true as "inScope"
    from (
      select ${relationKey.orderId} as order_id, ${relationKey.kind} as kind, ${relationKey.value} as value
      from ${relationKey} where ${relationKey.orderId} = any(${sql.param([...from])}::bigint[])
        and (${relationKey.kind}, ${relationKey.value}) not in (select kind, value from ${listOf(asked)} as asked (kind, value))
    ) as own
    cross join lateral (
      select found.*, count(*) over () as among from (
        select ${relationKey.orderId} as order_id, ${relationKey.holders} as holders from ${relationKey}
        where ${relationKey.kind} = own.kind and ${relationKey.value} = own.value
        order by ${relationKey.orderId} desc nulls last limit ${fewOfKey + 1}
      ) as found
    ) as hit
    join ${application} on ${application.id} = hit.order_id
    where hit.among <= ${fewOfKey} and hit.order_id <> own.order_id and hit.order_id <> ${orderId ?? 0}
      and ${inScope(actor)}`)
  return [...rows]
}

async function readOrders(first: readonly number[], second: readonly number[]): Promise<RelatedOrder[]> {
  const ids = [...first, ...second]
  if (ids.length === 0) return []
  const rows = await db()
    .select({
      id: application.id,
      orderNo: application.orderNo,
      customerName: application.customerName,
      status: application.status,
      shopName: shop.name,
      createdAt: application.createdAt,
    })
    .from(application)
    .innerJoin(shop, eq(shop.id, application.shopId))
    .where(inArray(application.id, ids))
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id, at) => {
    const row = found.get(id)
    return row ? [{ ...row, step: at < first.length ? (1 as const) : (2 as const) }] : []
  })
}
