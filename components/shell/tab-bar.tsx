'use client'
import dynamic from 'next/dynamic'
import { type KeyboardEvent, type MouseEvent, useCallback, useRef, useState } from 'react'
import { Icon } from '@/components/ui/icon'
import { useT } from '@/lib/i18n/use-t'
import { addressOf, closeTab, isClosable, type Tab } from '@/lib/rules/tabs'
import styles from './tab-bar.module.css'
import { useTabLabel } from './tab-label'
import type { TabMenuPlace } from './tab-menu'
import { useTabState, useWorkspace } from './workspace'

const TabMenu = dynamic(() => import('./tab-menu'), { ssr: false })

/** The open tabs: links with a close button each, the menu of 更多 and of the right click. */
export function TabBar() {
  const t = useT()
  const labelOf = useTabLabel()
  const { show, close } = useWorkspace()
  const tabs = useTabState((state) => state.tabs)
  const active = useTabState((state) => state.active)
  const dirty = useTabState((state) => state.dirty)
  const [menu, setMenu] = useState<TabMenuPlace | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const activeTab = tabs.find((tab) => tab.key === active)

  // The link of the active tab comes into view when it becomes that.
  const intoView = useCallback((link: HTMLAnchorElement | null) => {
    link?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [])

  const closeOne = (tab: Tab) => void close(closeTab(tabs, tab.key, active))

  const onKeyDown = (event: KeyboardEvent<HTMLAnchorElement>, tab: Tab) => {
    const links = [...(list.current?.querySelectorAll('a') ?? [])]
    const at = links.indexOf(event.currentTarget)
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: links.length - 1 }[event.key]
    if (next !== undefined) links[next]?.focus()
    else if (event.key === 'Delete' && isClosable(tabs, tab.key)) closeOne(tab)
    else return
    event.preventDefault()
  }

  const onClick = (event: MouseEvent, tab: Tab) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    show(tab)
  }

  return (
    <nav className={styles.bar} aria-label={t('shell.tabs')}>
      {activeTab && <title>{t('shell.documentTitle', { label: labelOf(activeTab) })}</title>}
      <ul ref={list} className={styles.tabs}>
        {tabs.map((tab) => {
          const label = labelOf(tab)
          const isDirty = dirty.has(tab.key)
          return (
            <li key={tab.key} className={styles.tab} data-active={tab.key === active || undefined}>
              <a
                ref={tab.key === active ? intoView : null}
                href={addressOf(tab)}
                aria-current={tab.key === active ? 'page' : undefined}
                onClick={(event) => onClick(event, tab)}
                onAuxClick={(event) => {
                  if (event.button === 1 && isClosable(tabs, tab.key)) closeOne(tab)
                }}
                onContextMenu={(event) => {
                  event.preventDefault()
                  setMenu({ tab, at: event.currentTarget })
                }}
                onKeyDown={(event) => onKeyDown(event, tab)}
              >
                <span className={styles.label}>{label}</span>
                {isDirty && (
                  <span className={styles.dot}>
                    <span className="visually-hidden">{t('shell.unsaved')}</span>
                  </span>
                )}
              </a>
              {isClosable(tabs, tab.key) && (
                <button
                  type="button"
                  className={styles.close}
                  aria-label={t('shell.closeTab', { label })}
                  onClick={() => closeOne(tab)}
                >
                  <Icon name="cross" size={12} />
                </button>
              )}
            </li>
          )
        })}
      </ul>
      <button
        type="button"
        className={styles.more}
        aria-haspopup="menu"
        aria-expanded={menu !== null}
        onClick={(event) => activeTab && setMenu({ tab: activeTab, at: event.currentTarget })}
      >
        {t('shell.more')}
        <Icon name="down" size={12} />
      </button>
      {menu && <TabMenu {...menu} onClose={() => setMenu(null)} />}
    </nav>
  )
}
