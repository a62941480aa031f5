'use client'
import { type KeyboardEvent, type MouseEvent, memo, type PointerEvent, useCallback } from 'react'
import { Icon } from '@/components/ui/icon'
import { isPlain } from '@/components/ui/link'
import { addressOf, type Tab } from '@/lib/domains/workspace/rules/tabs'
import { useT } from '@/lib/i18n/use-t'
import styles from './tab-bar.module.css'

/** Everything that a tab of the bar tells its bar; all of it stays the same while the bar is there. */
export type TabItemActions = {
  show: (tab: Tab) => void
  close: (tab: Tab) => void
  menu: (tab: Tab, at: HTMLElement) => void
  focus: (event: KeyboardEvent<HTMLAnchorElement>) => void
  press: (event: PointerEvent<HTMLElement>, key: string) => void
}

/** One tab: its link, its dot, its close button or pin. Fifty of them are in the bar: each renders for itself alone. */
export const TabItem = memo(function TabItem({
  tab,
  label,
  isActive,
  isGoing,
  isDirty,
  isClosable,
  isDragged,
  actions,
}: {
  tab: Tab
  label: string
  isActive: boolean
  /** Asked for, while the page of another is still shown. */
  isGoing: boolean
  isDirty: boolean
  isClosable: boolean
  isDragged: boolean
  actions: TabItemActions
}) {
  const t = useT()
  const isChosen = isActive || isGoing
  // The chosen tab is in view with its close button, and stays so when its name or the bar gets another width and
  // when tabs come before it, as those of the last session do. One that is dragged past it moves nothing.
  const keepInView = useCallback((link: HTMLAnchorElement | null) => {
    const item = link?.parentElement
    if (!item?.parentElement || typeof ResizeObserver === 'undefined') return
    const show = () => item.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    const sizes = new ResizeObserver(show)
    sizes.observe(item)
    sizes.observe(item.parentElement)
    const members = new MutationObserver((changes) => {
      if (changes.every(({ removedNodes }) => removedNodes.length === 0)) show()
    })
    members.observe(item.parentElement, { childList: true })
    return () => {
      sizes.disconnect()
      members.disconnect()
    }
  }, [])
  const onClick = (event: MouseEvent) => {
    if (!isPlain(event)) return
    event.preventDefault()
    actions.show(tab)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLAnchorElement>) => {
    if (event.key === 'Delete' && isClosable) actions.close(tab)
    else actions.focus(event)
  }
  return (
    <li
      className={styles.tab}
      data-active={isChosen || undefined}
      data-dragged={isDragged || undefined}
      aria-busy={isGoing || undefined}
      onPointerDown={(event) => actions.press(event, tab.key)}
    >
      <a
        ref={isChosen ? keepInView : null}
        href={addressOf(tab)}
        draggable={false}
        aria-current={isActive ? 'page' : undefined}
        onClick={onClick}
        onAuxClick={(event) => {
          if (event.button === 1 && isClosable) actions.close(tab)
        }}
        onContextMenu={(event) => {
          event.preventDefault()
          actions.menu(tab, event.currentTarget)
        }}
        onKeyDown={onKeyDown}
      >
        {tab.pinned && <Icon name="pin" size={12} />}
        <span className={styles.label}>{label}</span>
        {tab.pinned && <span className="visually-hidden">{t('shell.pinned')}</span>}
        {isDirty && (
          <span className={styles.dot}>
            <span className="visually-hidden">{t('shell.unsaved')}</span>
          </span>
        )}
      </a>
      {isClosable && (
        <button
          type="button"
          className={styles.close}
          aria-label={t('shell.closeTab', { label })}
          onClick={() => actions.close(tab)}
        >
          <Icon name="cross" size={12} />
        </button>
      )}
    </li>
  )
})
