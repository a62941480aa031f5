import { type Verb, verb } from '@/components/verb/verb'
import { configuration, type MenuEntry } from '@/lib/domains/configuration/contract'
import type { MessageKey } from '@/lib/i18n/translator'
import { type Move, movesOf, type Place } from './menu-places'

/** An entry of the menu with where it can go from where it stands. */
export type TreeEntry = {
  rowVersion: number
  entry: MenuEntry
  places: Readonly<Partial<Record<Move | 'dropped', Place | null>>>
  isParent: boolean
}

/** @param dropped where the pointer has put it */
export const treeEntry = (entry: MenuEntry, entries: readonly MenuEntry[], dropped?: Place): TreeEntry => ({
  entry,
  rowVersion: entry.rowVersion,
  places: dropped ? { dropped } : movesOf(entries, entry),
  isParent: entries.some(({ parentId }) => parentId === entry.id),
})

const of = {
  name: ({ entry }: TreeEntry) => entry.name,
}

const move = (to: Move | 'dropped', label: MessageKey, reason: MessageKey): Verb<TreeEntry> =>
  verb(configuration.moveMenu, {
    ...of,
    label,
    permit: ({ places }) => (places[to] ? { ok: true } : { ok: false, reason }),
    input: ({ entry, places }) => ({
      id: entry.id,
      parentId: places[to]?.parentId ?? undefined,
      at: places[to]?.at ?? 0,
    }),
    done: 'configuration.moved',
  })

const enable = (enabled: boolean): Verb<TreeEntry> =>
  verb(configuration.saveMenu, {
    ...of,
    label: enabled ? 'configuration.enable' : 'configuration.disable',
    of: ({ entry }) => entry.enabled !== enabled,
    input: ({ entry: { parentId: _place, rowVersion: _version, ...values } }) => ({ ...values, enabled }),
    done: 'configuration.saved',
  })

/**
 * Everything that the bar above the tree offers for the entry that is chosen, in this order; `dropped` is the
 * pointer's.
 */
export const menuVerbs = {
  up: move('up', 'configuration.moveUp', 'configuration.first'),
  down: move('down', 'configuration.moveDown', 'configuration.last'),
  out: move('out', 'configuration.moveOut', 'configuration.isTop'),
  in: move('in', 'configuration.moveIn', 'configuration.noneBefore'),
  enable: enable(true),
  disable: enable(false),
  remove: verb(configuration.removeMenu, {
    ...of,
    label: 'configuration.remove',
    tone: 'danger',
    permit: ({ isParent }: TreeEntry) =>
      isParent ? { ok: false, reason: 'configuration.menuHasChildren' } : { ok: true },
    ask: 'configuration.removeQuestion',
    input: ({ entry }) => ({ id: entry.id }),
    done: 'configuration.removed',
  }),
  dropped: move('dropped', 'configuration.moveIn', 'configuration.noneBefore'),
}
export const barVerbs = ['up', 'down', 'out', 'in', 'enable', 'disable', 'remove'] as const
