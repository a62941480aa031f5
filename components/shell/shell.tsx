'use client'
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { IconButton } from '@/components/ui/action-button'
import { useSession } from '@/lib/client/session'
import { useT } from '@/lib/i18n/use-t'
import { LeftPapers } from './left-papers'
import { useMenu } from './menu'
import { MenuSearch } from './menu-search'
import { leavesOf, type MenuNode, topOf } from './menu-tree'
import { OfflineNotice } from './offline-notice'
import { Overlays } from './overlays'
import { ReloadOffer } from './reload-offer'
import { RouteProgress } from './route-progress'
import { useScreenClass } from './screen-class'
import { useSettings } from './settings'
import styles from './shell.module.css'
import { SideMenu } from './side-menu'
import { rememberSideMenu } from './side-menu-setting'
import { TabBar } from './tab-bar'
import { TabHost } from './tab-host'
import { TopActions } from './top-actions'
import { type ShellBrand, TopBar, TopMenu } from './top-bar'
import { useLiveStream } from './use-live-stream'
import { useLogout } from './use-logout'
import { useMenuMarks } from './use-menu-marks'
import { UserMenu } from './user-menu'
import { Watermark } from './watermark'
import { useTabState, useWorkspace } from './workspace'

/**
 * The frame of the console: top bar, side menu, tabs, content (specification point 1).
 *
 * @param collapsed whether the side menu was left narrow, from its cookie: the first HTML has the right width
 */
export function Shell({
  brand,
  collapsed,
  phone,
  children,
}: {
  brand: ShellBrand
  collapsed: boolean
  /** The telephone's row of the frame: it outlives the tabs. */
  phone: ReactNode
  children: ReactNode
}) {
  const t = useT()
  const { user, demo } = useSession()
  const { tops, leaves } = useMenu()
  const marks = useMenuMarks()
  const { settings } = useSettings()
  const { open } = useWorkspace()
  const logout = useLogout(brand.code)
  const screen = useScreenClass()
  const [isNarrow, setNarrow] = useState(collapsed)
  const [drawer, setDrawer] = useState(false)
  const aside = useRef<HTMLElement>(null)
  const path = useTabState((state) => state.tabs.find((tab) => tab.key === state.active)?.path ?? '')

  useLiveStream()

  const [chosen, setChosen] = useState<number>()
  // The top entry of the page that is shown; a page outside the menu leaves the last one.
  const [seen, setSeen] = useState<string>()
  if (seen !== path) {
    setSeen(path)
    setChosen(topOf(tops, path)?.id ?? chosen)
  }
  const top = tops.find(({ id }) => id === chosen) ?? tops[0]

  const isDrawer = screen < 2
  const narrow = isNarrow && !isDrawer

  // Of an account that is a mobile or a staff number the end is enough; a word is nobody without its beginning.
  const account = /\d{4}$/.test(user.account) ? user.account.slice(-4) : user.account
  const lines = [`${user.name} ${account}`, brand.watermark, demo && t('shell.demoData')].filter(
    (line) => typeof line === 'string',
  )
  useEffect(() => {
    // Not the search box: its results would lie over the menu.
    if (drawer) aside.current?.querySelector<HTMLElement>('nav :is(a, button)')?.focus()
  }, [drawer])

  const setWidth = (next: boolean) => {
    setNarrow(next)
    rememberSideMenu(next)
  }
  const go = useCallback(
    (node: MenuNode) => {
      setDrawer(false)
      open({ path: node.path, query: '' })
    },
    [open],
  )
  const chooseTop = (node: MenuNode) => {
    setChosen(node.id)
    const [first] = leavesOf([node])
    if (first) open({ path: first.path, query: '' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && drawer) setDrawer(false)
  }

  const topMenu = settings.showMenu && tops.length > 0 && (
    <TopMenu tops={tops} current={top} onChoose={chooseTop} />
  )
  return (
    <div
      className={styles.shell}
      data-screen={screen}
      data-narrow={narrow || undefined}
      data-drawer={drawer || undefined}
    >
      <a className={styles.skip} href="#content">
        {t('shell.skipToContent')}
      </a>
      <RouteProgress />
      <TopBar
        brand={brand}
        menuOpen={drawer}
        onMenu={() => setDrawer(!drawer)}
        end={
          <>
            <TopActions />
            <UserMenu tenant={brand.code} onLogout={logout} />
          </>
        }
      >
        {topMenu}
      </TopBar>
      {drawer && (
        <button
          type="button"
          className={styles.shade}
          aria-label={t('shell.closeMenu')}
          onClick={() => setDrawer(false)}
        />
      )}
      <aside ref={aside} className={styles.side} onKeyDown={onKeyDown}>
        {drawer && topMenu && tops.length > 1 && <div className={styles.drawerTops}>{topMenu}</div>}
        {settings.showSearch && (
          <div className={styles.search}>
            {narrow ? (
              <IconButton icon="search" label={t('shell.searchMenu')} onClick={() => setWidth(false)} />
            ) : (
              <MenuSearch leaves={leaves} onChoose={go} />
            )}
          </div>
        )}
        <SideMenu
          // Without the top menu everything is in the side menu.
          nodes={settings.showMenu && top?.children.length ? top.children : tops}
          marks={marks}
          path={path}
          narrow={narrow}
          onOpen={go}
          onExpand={() => setWidth(false)}
        />
        {settings.showCollapse && (
          <div className={styles.fold}>
            <IconButton
              icon={narrow ? 'right' : 'left'}
              label={t(narrow ? 'shell.expandMenu' : 'shell.collapseMenu')}
              onClick={() => setWidth(!narrow)}
            />
          </div>
        )}
      </aside>
      <div className={styles.work}>
        <OfflineNotice />
        <ReloadOffer />
        <LeftPapers />
        {settings.showTag && <TabBar />}
        <main id="content" tabIndex={-1} className={styles.content}>
          <TabHost>{children}</TabHost>
          <Watermark lines={lines} />
        </main>
      </div>
      {phone}
      <Overlays />
    </div>
  )
}
