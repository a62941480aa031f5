'use client'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { isComposing } from '@/components/ui/composing'
import { Icon } from '@/components/ui/icon'
import { useT } from '@/lib/i18n/use-t'
import { MenuIcon } from './menu-icon'
import styles from './menu-search.module.css'
import { type MenuNode, searchMenu } from './menu-tree'

/**
 * The search box of the menu (wording.md, row Top menu, side menu): it lists the entries whose label begins with the
 * text, all of them while it is empty; choosing one clears the box and goes there.
 */
export function MenuSearch({
  nodes,
  onChoose,
}: {
  nodes: readonly MenuNode[]
  onChoose: (node: MenuNode) => void
}) {
  const t = useT()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const found = open ? searchMenu(nodes, text) : []
  const current = found[Math.min(at, found.length - 1)]
  const optionId = (node: MenuNode) => `${id}-${node.id}`

  const choose = (node: MenuNode) => {
    setText('')
    setAt(0)
    setOpen(false)
    input.current?.blur()
    onChoose(node)
  }
  const moveTo = (next: number) => {
    setOpen(true)
    const node = found[(next + found.length) % found.length]
    if (!node) return
    setAt(found.indexOf(node))
    document.getElementById(optionId(node))?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'ArrowDown') moveTo(open ? at + 1 : 0)
    else if (event.key === 'ArrowUp') moveTo(at - 1)
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
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.results} hidden={!open}>
        <div role="listbox" id={`${id}-list`} aria-label={t('shell.sideMenu')}>
          {found.map((node) => (
            <div
              key={node.id}
              id={optionId(node)}
              role="option"
              tabIndex={-1}
              aria-selected={node === current}
              className={styles.option}
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
