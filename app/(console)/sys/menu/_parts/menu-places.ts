import type { MenuEntry } from '@/lib/domains/configuration/contract'
import { placeProblem } from '@/lib/domains/configuration/rules/menu-entry'
import type { ServerMenu } from '@/lib/domains/identity/contract'

/**
 * The place that an entry goes to: below which other, and as the how-manieth among those that stand there without it.
 */
export type Place = { parentId: number | null; at: number }

/** An entry as a row of the tree. */
export type MenuRow = {
  entry: MenuEntry
  /** From 1. */
  level: number
  /** Its place among its siblings, from 1, and how many they are. */
  position: number
  siblings: number
  hasChildren: boolean
}

const childrenOf = (entries: readonly MenuEntry[], parentId: number | null) =>
  entries.filter((entry) => entry.parentId === parentId)

/** The rows of a tree in order, without what is below a closed entry. */
export function rowsOf(entries: readonly MenuEntry[], closed: ReadonlySet<number>): MenuRow[] {
  const below = Map.groupBy(entries, ({ parentId }) => parentId)
  const rows = (parentId: number | null, level: number): MenuRow[] => {
    const siblings = below.get(parentId) ?? []
    return siblings.flatMap((entry, at) => [
      {
        entry,
        level,
        position: at + 1,
        siblings: siblings.length,
        hasChildren: below.has(entry.id),
      },
      ...(closed.has(entry.id) ? [] : rows(entry.id, level + 1)),
    ])
  }
  return rows(null, 1)
}

/** The entries whose label or address holds the text, with those above them. */
export function matching(entries: readonly MenuEntry[], text: string): readonly MenuEntry[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return entries
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const shown = new Set<number>()
  for (const found of entries) {
    if (![found.name, found.url].some((part) => part.toLowerCase().includes(wanted))) continue
    for (let at: MenuEntry | undefined = found; at; at = byId.get(at.parentId ?? 0)) shown.add(at.id)
  }
  return entries.filter(({ id }) => shown.has(id))
}

export type Move = 'up' | 'down' | 'out' | 'in'

/** The place that each move of an entry leads to; null where there is no such place. */
export function movesOf(
  entries: readonly MenuEntry[],
  { id, parentId }: MenuEntry,
): Record<Move, Place | null> {
  const siblings = childrenOf(entries, parentId)
  const at = siblings.findIndex((sibling) => sibling.id === id)
  const before = siblings[at - 1]
  const parent = entries.find((entry) => entry.id === parentId)
  const behindParent = parent && childrenOf(entries, parent.parentId).indexOf(parent) + 1
  return {
    up: at > 0 ? { parentId, at: at - 1 } : null,
    down: at < siblings.length - 1 ? { parentId, at: at + 1 } : null,
    out: parent && behindParent ? { parentId: parent.parentId, at: behindParent } : null,
    in:
      before && placeProblem(entries, id, before.id) === null
        ? { parentId: before.id, at: childrenOf(entries, before.id).length }
        : null,
  }
}

/** Onto which part of a row something is dragged. */
export type Zone = 'before' | 'inside' | 'after'

/** The place of an entry that is dropped on another; null where it cannot stand. */
export function dropPlace(
  entries: readonly MenuEntry[],
  id: number,
  over: MenuEntry,
  zone: Zone,
): Place | null {
  if (over.id === id) return null
  const parentId = zone === 'inside' ? over.id : over.parentId
  if (placeProblem(entries, id, parentId) !== null) return null
  const others = childrenOf(entries, parentId).filter((entry) => entry.id !== id)
  if (zone === 'inside') return { parentId, at: others.length }
  return { parentId, at: others.indexOf(over) + (zone === 'after' ? 1 : 0) }
}

/** The menu as the service gives it to those who see it; disabled entries are for nobody. */
export function servedMenu(entries: readonly MenuEntry[], parentId: number | null = null): ServerMenu[] {
  return childrenOf(entries, parentId)
    .filter(({ enabled }) => enabled)
    .map(({ id, name, url, icon, roles }) => ({
      id,
      name,
      url,
      icon,
      remark: '',
      meta: roles.length > 0 ? { roles } : {},
      subMenus: servedMenu(entries, id),
    }))
}
