/** A tree of choices: ids chosen are those of entries without anything below; what is above follows them. */
export type Choice<Id extends string | number> = {
  id: Id
  parentId: Id | null
  label: string
  /** Beside the label: a code, or why it cannot be changed. */
  note?: string
  /** Chosen by itself, whatever is chosen. */
  always?: boolean
}

export type Node<Id extends string | number> = Choice<Id> & { depth: number; below: readonly Node<Id>[] }

/** The choices as a tree, in their order; one whose parent is not there is left out. */
export function treeOf<Id extends string | number>(choices: readonly Choice<Id>[]): Node<Id>[] {
  const byParent = Map.groupBy(choices, ({ parentId }) => parentId)
  const below = (parentId: Id | null, depth: number): Node<Id>[] =>
    (byParent.get(parentId) ?? []).map((choice) => ({ ...choice, depth, below: below(choice.id, depth + 1) }))
  return below(null, 0)
}

/** The entries of a node that have nothing below them, itself if it has none. */
export function leavesOf<Id extends string | number>(node: Node<Id>): Node<Id>[] {
  return node.below.length === 0 ? [node] : node.below.flatMap(leavesOf)
}

/** The share of a node that is chosen; what is always chosen counts for neither side. */
export function stateOf<Id extends string | number>(
  node: Node<Id>,
  chosen: ReadonlySet<Id>,
): 'all' | 'some' | 'none' {
  const free = leavesOf(node).filter(({ always }) => !always)
  if (free.length === 0) return 'all'
  const count = free.filter(({ id }) => chosen.has(id)).length
  return count === 0 ? 'none' : count === free.length ? 'all' : 'some'
}

/** Everything that is chosen after a node, with all below it, was switched on or off. */
export function toggled<Id extends string | number>(
  tree: readonly Node<Id>[],
  chosen: ReadonlySet<Id>,
  node: Node<Id>,
  on: boolean,
): Set<Id> {
  const next = new Set(chosen)
  for (const { id, always } of leavesOf(node)) {
    if (always) continue
    if (on) next.add(id)
    else next.delete(id)
  }
  const settle = (one: Node<Id>): boolean => {
    if (one.below.length === 0) return next.has(one.id)
    const any = one.below.map(settle).some(Boolean)
    if (!any) next.delete(one.id)
    else if (!one.always) next.add(one.id)
    return any
  }
  tree.forEach(settle)
  return next
}

/** The tree of what a text is found in, by label or note, case-insensitive; a node that matches keeps all below it. */
export function found<Id extends string | number>(tree: readonly Node<Id>[], text: string): Node<Id>[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return [...tree]
  const matches = ({ label, note = '' }: Node<Id>) => `${label}\n${note}`.toLowerCase().includes(wanted)
  return tree.flatMap((node) => {
    if (matches(node)) return [node]
    const below = found(node.below, text)
    return below.length > 0 ? [{ ...node, below }] : []
  })
}
