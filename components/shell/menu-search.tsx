'use client'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { isComposing } from '@/components/ui/composing'
import { Icon } from '@/components/ui/icon'
import { useT } from '@/lib/i18n/use-t'
import { MenuIcon } from './menu-icon'
import styles from './menu-search.module.css'
import { type MenuNode, searchMenu } from './menu-tree'

/** Height of a row in px, and how many are in the document: those in sight and some around them. */
const rowPx = 34
const rowsAround = 6
const rowsInDocument = 13 + 2 * rowsAround

/**
 * The search box of the menu (wording.md, row Top menu, side menu): it lists the entries whose label begins with the
 * text, or whose pinyin or initials do, all of them while it is empty; choosing one clears the box and goes there.
 *
 * @param leaves every entry that leads somewhere; only rows in sight are in the document, however many there are
 */
export function MenuSearch({
  leaves,
  onChoose,
}: {
  leaves: readonly MenuNode[]
  onChoose: (node: MenuNode) => void
}) {
  const t = useT()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const results = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const [top, setTop] = useState(0)
  const found = open ? searchMenu(leaves, text) : []
  const index = Math.min(at, found.length - 1)
  const current = found[index]
  const optionId = (node: MenuNode) => `${id}-${node.id}`
  const first = Math.max(0, Math.min(top - rowsAround, found.length - rowsInDocument))

  const scrollTo = (row: number) => {
    const box = results.current
    if (!box) return
    const bottom = (row + 1) * rowPx - box.clientHeight
    box.scrollTop = Math.min(Math.max(box.scrollTop, bottom), row * rowPx)
    setTop(Math.floor(box.scrollTop / rowPx))
  }
  const choose = (node: MenuNode) => {
    setText('')
    setAt(0)
    setOpen(false)
    input.current?.blur()
    onChoose(node)
  }
  const moveTo = (next: number) => {
    setOpen(true)
    if (found.length === 0) return
    const row = (next + found.length) % found.length
    setAt(row)
    scrollTo(row)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'ArrowDown') moveTo(open ? index + 1 : 0)
    else if (event.key === 'ArrowUp') moveTo(index - 1)
    else if (event.key === 'Enter' && current) choose(current)
    else if (event.key === 'Escape' && open) {
      event.stopPropagation()
      setText('')
      setOpen(false)
    } else return
    event.preventDefault()
  }

  return (
    <div className={styles.search}>
      <Icon name="search" size={14} />
      <input
        ref={input}
        role="combobox"
        aria-label={t('shell.searchMenu')}
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={current && optionId(current)}
        autoComplete="off"
        placeholder={t('shell.searchPlaceholder')}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
          setOpen(true)
          scrollTo(0)
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      <div
        ref={results}
        className={styles.results}
        hidden={!open}
        onScroll={(event) => setTop(Math.floor(event.currentTarget.scrollTop / rowPx))}
      >
        <div
          role="listbox"
          id={`${id}-list`}
          aria-label={t('shell.sideMenu')}
          className={styles.list}
          style={{ height: found.length * rowPx }}
        >
          {found.slice(first, first + rowsInDocument).map((node, row) => (
            <div
              key={node.id}
              id={optionId(node)}
              role="option"
              tabIndex={-1}
              aria-selected={node === current}
              aria-setsize={found.length}
              aria-posinset={first + row + 1}
              className={styles.option}
              style={{ top: (first + row) * rowPx }}
              // The box keeps the focus, or it would close before the click.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(node)}
              onKeyDown={onKeyDown}
            >
              <MenuIcon name={node.icon} />
              <span>{node.label}</span>
              <small>{node.path}</small>
            </div>
          ))}
        </div>
        {found.length === 0 && (
          <p className={styles.none} role="status">
            {t('shell.noMenu')}
          </p>
        )}
      </div>
    </div>
  )
}
