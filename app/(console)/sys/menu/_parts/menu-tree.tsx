'use client'
import { type CSSProperties, type DragEvent, type KeyboardEvent, useRef, useState } from 'react'
import { Icon } from '@/components/ui/icon'
import type { MenuEntry } from '@/lib/domains/configuration/contract'
import { useT } from '@/lib/i18n/use-t'
import styles from '../menu.module.css'
import { EntryIcon } from './entry-icon'
import { dropPlace, type MenuRow, type Move, type Place, rowsOf, type Zone } from './menu-places'

const moveKeys: Readonly<Record<string, Move>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'out',
  ArrowRight: 'in',
}

/**
 * The menu as a tree: arrow keys go through it, Enter chooses, Alt with an arrow moves, and so does the pointer.
 *
 * @param all every entry of the menu: a search shows some of them
 */
export function MenuTree({
  entries,
  all,
  chosen,
  onChoose,
  onMove,
  onDrop,
}: {
  entries: readonly MenuEntry[]
  all: readonly MenuEntry[]
  chosen: number | undefined
  onChoose: (entry: MenuEntry) => void
  onMove: (entry: MenuEntry, move: Move) => void
  onDrop: (id: number, place: Place) => void
}) {
  const t = useT()
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set())
  const [focused, setFocused] = useState<number>()
  const tree = useRef<HTMLDivElement>(null)
  const drag = useDrop(all, onDrop)

  const rows = rowsOf(entries, closed)
  const start = rows.find(({ entry }) => entry.id === (focused ?? chosen)) ?? rows[0]

  const focus = (row: MenuRow | undefined) => {
    if (!row) return
    setFocused(row.entry.id)
    tree.current?.querySelector<HTMLElement>(`[data-id="${row.entry.id}"]`)?.focus()
  }
  const fold = (id: number, fold: boolean) => {
    const next = new Set(closed)
    if (fold) next.add(id)
    else next.delete(id)
    setClosed(next)
  }
  const onKeyDown = (event: KeyboardEvent, row: MenuRow) => {
    const { id } = row.entry
    const at = rows.indexOf(row)
    const move = moveKeys[event.key]
    if (event.altKey && move) onMove(row.entry, move)
    else if (event.altKey || event.ctrlKey || event.metaKey) return
    else if (event.key === 'ArrowDown') focus(rows[at + 1])
    else if (event.key === 'ArrowUp') focus(rows[at - 1])
    else if (event.key === 'Home') focus(rows[0])
    else if (event.key === 'End') focus(rows.at(-1))
    else if (event.key === 'ArrowRight') {
      if (row.hasChildren && closed.has(id)) fold(id, false)
      else if (row.hasChildren) focus(rows[at + 1])
    } else if (event.key === 'ArrowLeft') {
      if (row.hasChildren && !closed.has(id)) fold(id, true)
      else focus(rows.find(({ entry }) => entry.id === row.entry.parentId))
    } else if (event.key === 'Enter' || event.key === ' ') onChoose(row.entry)
    else return
    event.preventDefault()
  }

  return (
    <div ref={tree} role="tree" aria-label={t('configuration.tree')} className={styles.tree}>
      {rows.map((row) => {
        const { entry, level, position, siblings, hasChildren } = row
        const isOpen = hasChildren && !closed.has(entry.id)
        return (
          <div
            key={entry.id}
            role="treeitem"
            aria-level={level}
            aria-posinset={position}
            aria-setsize={siblings}
            aria-expanded={hasChildren ? isOpen : undefined}
            aria-selected={entry.id === chosen}
            tabIndex={row === start ? 0 : -1}
            className={styles.row}
            style={{ '--level': level } as CSSProperties}
            data-id={entry.id}
            data-off={!entry.enabled || undefined}
            data-zone={drag.over?.id === entry.id ? drag.over.zone : undefined}
            onClick={() => {
              setFocused(entry.id)
              onChoose(entry)
            }}
            onKeyDown={(event) => onKeyDown(event, row)}
            onFocus={() => setFocused(entry.id)}
            {...drag.of(entry)}
          >
            {hasChildren ? (
              <button
                type="button"
                tabIndex={-1}
                aria-hidden="true"
                className={styles.fold}
                onClick={(event) => {
                  event.stopPropagation()
                  fold(entry.id, isOpen)
                }}
              >
                <Icon name={isOpen ? 'down' : 'right'} size={12} />
              </button>
            ) : (
              <span className={styles.fold} />
            )}
            <EntryIcon name={entry.icon} />
            <span className={styles.name}>{entry.name}</span>
            {!entry.enabled && <span className={styles.mark}>{t('configuration.disabled')}</span>}
            {!entry.url.startsWith('/') && <span className={styles.mark}>{t('configuration.outside')}</span>}
            <span className={styles.path}>{entry.url}</span>
          </div>
        )
      })}
    </div>
  )
}

/** Dragging a row with the pointer: onto the edges of another row or into it. */
function useDrop(entries: readonly MenuEntry[], onDrop: (id: number, place: Place) => void) {
  const dragged = useRef<number>(undefined)
  const [over, setOver] = useState<{ id: number; zone: Zone }>()

  const placeAt = (event: DragEvent, entry: MenuEntry) => {
    const { top, height } = event.currentTarget.getBoundingClientRect()
    const share = (event.clientY - top) / height
    const zone: Zone = share < 0.25 ? 'before' : share > 0.75 ? 'after' : 'inside'
    const place = dragged.current === undefined ? null : dropPlace(entries, dragged.current, entry, zone)
    return { zone, place }
  }
  return {
    over,
    of: (entry: MenuEntry) => ({
      draggable: true,
      onDragStart: (event: DragEvent) => {
        dragged.current = entry.id
        event.dataTransfer.effectAllowed = 'move'
        // Firefox drags nothing without data.
        event.dataTransfer.setData('text/plain', entry.name)
      },
      onDragOver: (event: DragEvent) => {
        const { zone, place } = placeAt(event, entry)
        setOver(place ? { id: entry.id, zone } : undefined)
        if (place) event.preventDefault()
      },
      onDragLeave: () => setOver(undefined),
      onDragEnd: () => {
        dragged.current = undefined
        setOver(undefined)
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        const { place } = placeAt(event, entry)
        const id = dragged.current
        setOver(undefined)
        if (place && id !== undefined) onDrop(id, place)
      },
    }),
  }
}
