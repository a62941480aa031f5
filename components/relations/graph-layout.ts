import type { RelationsView } from '@/lib/domains/relations/contract'

/**
 * The place where everything stands in the picture: what was asked about on the left, what it is tied to in the middle,
 * the second step on the right, each column in the order of the list; what is tied within a column goes around its
 * right side.
 */

type Kind = RelationsView['edges'][number]['kinds'][number]
type Order = RelationsView['orders'][number]
type KnownOne = NonNullable<RelationsView['known']>[number]

export type GraphNode = { key: string; x: number; y: number } & (
  | { what: 'centre' }
  | { what: 'order'; order: Order }
  | { what: 'known'; known: KnownOne }
)
export type GraphEdge = {
  key: string
  path: string
  /** The place of the words. */
  x: number
  y: number
  kinds: readonly Kind[]
  ends: readonly [string, string]
}
export type GraphLayout = {
  width: number
  height: number
  nodes: readonly GraphNode[]
  edges: readonly GraphEdge[]
}

export const nodeWidth = 176
export const nodeHeight = 40
const rowHeight = 56
/** Between two columns: room for the words of an edge. */
const gap = 160
const margin = 8
/** The distance by which an edge within a column swings out. */
const swing = 44

export function graphLayout({ orders, edges, known = [] }: RelationsView): GraphLayout {
  const first = orders.filter(({ step }) => step === 1)
  const second = orders.filter(({ step }) => step === 2)
  const rows = Math.max(1, first.length + known.length, second.length)
  const height = rows * rowHeight + 2 * margin
  const columnX = (column: number) => margin + column * (nodeWidth + gap)
  const placed = (count: number, at: number) => height / 2 + (at - (count - 1) / 2) * rowHeight
  const middle = first.length + known.length
  const nodes: GraphNode[] = [
    { what: 'centre', key: 'centre', x: columnX(0), y: height / 2 },
    ...known.map(
      (one, at): GraphNode => ({
        what: 'known',
        key: `known ${at}`,
        known: one,
        x: columnX(1),
        y: placed(middle, at),
      }),
    ),
    ...first.map(
      (order, at): GraphNode => ({
        what: 'order',
        key: String(order.id),
        order,
        x: columnX(1),
        y: placed(middle, known.length + at),
      }),
    ),
    ...second.map(
      (order, at): GraphNode => ({
        what: 'order',
        key: String(order.id),
        order,
        x: columnX(2),
        y: placed(second.length, at),
      }),
    ),
  ]
  const byKey = new Map(nodes.map((node) => [node.key, node]))
  const tied = [
    ...known.map(({ kind }, at) => ({ from: 'centre', to: `known ${at}`, kinds: [kind] })),
    ...edges.map(({ from, to, kinds }) => ({
      from: from === null ? 'centre' : String(from),
      to: String(to),
      kinds,
    })),
  ]
  return {
    width: columnX(second.length > 0 ? 2 : 1) + nodeWidth + margin + swing,
    height,
    nodes,
    edges: tied.flatMap(({ from, to, kinds }) => {
      const [a, b] = [byKey.get(from), byKey.get(to)]
      return a && b ? [edgeBetween(a, b, kinds)] : []
    }),
  }
}

function edgeBetween(one: GraphNode, other: GraphNode, kinds: readonly Kind[]): GraphEdge {
  const [a, b] = one.x <= other.x ? [one, other] : [other, one]
  const about = { key: `${one.key} ${other.key}`, kinds, ends: [one.key, other.key] as const }
  const startX = a.x + nodeWidth
  if (a.x === b.x) {
    const out = startX + swing
    return {
      ...about,
      path: `M${startX} ${a.y}C${out} ${a.y} ${out} ${b.y} ${startX} ${b.y}`,
      x: startX + swing * 0.75,
      y: (a.y + b.y) / 2,
    }
  }
  const bend = (b.x - startX) / 2
  return {
    ...about,
    path: `M${startX} ${a.y}C${startX + bend} ${a.y} ${b.x - bend} ${b.y} ${b.x} ${b.y}`,
    // Nearer to the end where many edges begin in one box; in the middle where many end in one.
    ...(a.what === 'centre'
      ? { x: startX + (b.x - startX) * 0.68, y: a.y + (b.y - a.y) * 0.8 }
      : { x: startX + bend, y: (a.y + b.y) / 2 }),
  }
}
