'use client'
import { type KeyboardEvent, memo, useMemo, useRef, useState, type WheelEvent } from 'react'
import { Icon } from '@/components/ui/icon'
import { lazyPart } from '@/components/ui/lazy-part'
import { closeTab, isClosable } from '@/lib/domains/workspace/rules/tabs'
import { useT } from '@/lib/i18n/use-t'
import styles from './tab-bar.module.css'
import { TabItem, type TabItemActions } from './tab-item'
import { useTabLabel } from './tab-label'
import type { TabMenuPlace } from './tab-menu'
import { useTabDrag } from './use-tab-drag'
import { useTabState, useWorkspace } from './workspace'

const TabMenu = lazyPart(() => import('./tab-menu'), ['dialogs'])
const TabList = lazyPart(() => import('./tab-list'))

/** The open tabs: links with a close button each, the list of all of them, the menu of 更多 and of the right click. */
export const TabBar = memo(function TabBar() {
  const t = useT()
  const labelOf = useTabLabel()
  const { store, show, close } = useWorkspace()
  const tabs = useTabState((state) => state.tabs)
  const active = useTabState((state) => state.active)
  const going = useTabState((state) => state.going)
  const dirty = useTabState((state) => state.dirty)
  const [menu, setMenu] = useState<TabMenuPlace | null>(null)
  const [all, setAll] = useState<HTMLElement | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const { dragged, onPointerDown, ...drag } = useTabDrag(list)
  const press = useRef(onPointerDown)
  press.current = onPointerDown
  const activeTab = tabs.find((tab) => tab.key === active)

  const actions = useMemo<TabItemActions>(
    () => ({
      show,
      close: (tab) => {
        const state = store.get()
        void close(closeTab(state.tabs, tab.key, state.active))
      },
      menu: (tab, at) => setMenu({ tab, at }),
      focus: (event) => focusNext(event, list.current),
      press: (event, key) => press.current(event, key),
    }),
    [store, show, close],
  )
  // A wheel turns up and down; the bar only goes left and right.
  const onWheel = (event: WheelEvent<HTMLElement>) => {
    if (event.deltaX === 0) event.currentTarget.scrollLeft += event.deltaY
  }

  return (
    <nav className={styles.bar} aria-label={t('shell.tabs')}>
      <ul ref={list} className={styles.tabs} onWheel={onWheel} {...drag}>
        {tabs.map((tab) => (
          <TabItem
            key={tab.key}
            tab={tab}
            label={labelOf(tab)}
            isActive={tab.key === active}
            isGoing={tab.key === going}
            isDirty={dirty.has(tab.key)}
            isClosable={isClosable(tabs, tab.key)}
            isDragged={tab.key === dragged}
            actions={actions}
          />
        ))}
      </ul>
      {tabs.length > 1 && (
        <button
          type="button"
          className={styles.more}
          aria-haspopup="menu"
          aria-expanded={all !== null}
          onClick={(event) => setAll(event.currentTarget)}
        >
          <Icon name="rows" size={14} />
          <span className="visually-hidden">{t('shell.allTabs')}</span>
          {tabs.length}
        </button>
      )}
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
      {all && <TabList at={all} onClose={() => setAll(null)} />}
    </nav>
  )
})

/** Arrows, Home and End walk through the links of the bar. */
function focusNext(event: KeyboardEvent<HTMLAnchorElement>, list: HTMLElement | null) {
  const links = [...(list?.querySelectorAll('a') ?? [])]
  const at = links.indexOf(event.currentTarget)
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: links.length - 1 }[event.key]
  if (next === undefined) return
  links[next]?.focus()
  event.preventDefault()
}
