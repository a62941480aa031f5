'use client'
import { useRouter } from 'next/navigation'
import {
  type ComponentType,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useConfirm } from '@/components/ui/confirm'
import { isPlain } from '@/components/ui/link'
import { PagePart } from '@/components/ui/page-part'
import { EmptyState } from '@/components/ui/states'
import { type TabPort, TabPortContext, useTab } from '@/components/ui/tab-port'
import { keyAt, rowBeside } from '@/lib/client/row-trail'
import { useT } from '@/lib/i18n/use-t'
import { place } from './list-columns'
import { ListTable } from './list-table'
import { Pager } from './pager'
import styles from './split-view.module.css'
import type { List } from './use-list'

const mostColumns = 3
const mostWidth = 344

const placeOf = (address: string) => {
  const [path = '', query = ''] = address.split('?')
  return { path, query }
}

/** The first columns, as many as stand beside a record. */
function narrow<Row extends object>(list: List<Row>): List<Row> {
  const shown = place(list.columns)
  let width = 0
  const kept = shown.filter((column, at) => {
    width += column.width
    return at === 0 || (at < mostColumns && width <= mostWidth)
  })
  return { ...list, columns: kept.map(({ at: _at, edge: _edge, ...column }) => column), totals: undefined }
}

/**
 * 分栏: the list at the left, narrow, and the page of one of its rows at the right, in a tab of its own that the list's
 * tab holds: what it says of unsaved work is said of the list's tab, and whatever leads elsewhere from it opens there
 * where the list can show it.
 */
export default function SplitView({
  list,
  open,
  beside: Page,
  children,
}: {
  list: List<object>
  open: (row: object) => string | undefined
  /** The page that the rows open. */
  beside: ComponentType
  /** The content that stands in the place of rows when there are none. */
  children: ReactNode
}) {
  const t = useT()
  const confirm = useConfirm()
  const router = useRouter()
  const { setDirty } = useTab()
  const [shown, setShown] = useState<{ address: string; life: number }>()
  const unsaved = useRef<{ kept: boolean }>(undefined)
  const shownList = useMemo(() => narrow(list), [list])

  const mayLeave = async () => {
    if (!unsaved.current) return true
    const { kept } = unsaved.current
    const message = t(kept ? 'list.leaveDraft' : 'list.leaveUnsaved')
    return confirm({ message, ...(!kept && { tone: 'danger' as const }) })
  }
  const go = async (address: string | undefined) => {
    if (address === shown?.address || !(await mayLeave())) return
    unsaved.current = undefined
    setDirty(false)
    setShown(address === undefined ? undefined : { address, life: 0 })
  }
  /** The same page of another record stands here, every other page in a tab of its own. */
  const follow = async (address: string) => {
    if (shown && placeOf(address).path === placeOf(shown.address).path) return go(address)
    if (await mayLeave()) router.push(address)
  }
  const latest = useEffectEvent((act: 'go' | 'follow', address: string | undefined) => {
    if (act === 'follow' && address !== undefined) void follow(address)
    else void go(address)
  })

  const address = shown?.address
  const life = shown?.life ?? 0
  const [query, setQuery] = useState<{ of: string | undefined; text: string }>({ of: undefined, text: '' })
  const port = useMemo<TabPort | undefined>(() => {
    if (address === undefined) return undefined
    const here = placeOf(address)
    const text = query.of === address ? query.text : here.query
    return {
      key: keyAt(address),
      path: here.path,
      // A record is named by its query; no page of one has a place for it in its path.
      params: {},
      query: text,
      beside: true,
      setQuery: (changes) => {
        const next = new URLSearchParams(text)
        for (const [name, value] of Object.entries(changes)) {
          if (value === null) next.delete(name)
          else next.set(name, value)
        }
        setQuery({ of: address, text: next.toString() })
      },
      setDirty: (dirty, options) => {
        unsaved.current = dirty ? { kept: options?.kept ?? false } : undefined
        setDirty(dirty, options)
      },
      // The tab is the list's.
      setLabel: () => undefined,
      close: () => latest('go', undefined),
      leave: (next) => latest('follow', next),
      become: (next) => latest('follow', next),
      refresh: () => setShown((now) => now && { ...now, life: now.life + 1 }),
    }
  }, [address, query, setDirty])

  const onKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const step = event.code === 'KeyJ' ? 1 : event.code === 'KeyK' ? -1 : undefined
    if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !step || !port) return
    if (document.querySelector('[aria-modal="true"], [role="menu"]')) return
    event.preventDefault()
    // A failed read is shown by the funnel.
    rowBeside(port.key, step)
      .then((next) => (next === undefined ? undefined : go(next)))
      .catch(() => undefined)
  })
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])

  const onClickCapture = (event: MouseEvent) => {
    if (!(event.target instanceof Element)) return
    // A row is chosen wherever it is pressed, but where something else of it can be.
    const pressed = event.target.closest('a,button,input,label')
    const link = pressed ?? event.target.closest('tr')?.querySelector('a[data-row]')
    const target = link?.matches('a[data-row]') ? link.getAttribute('href') : null
    if (!target || !isPlain(event)) return
    event.preventDefault()
    void go(target)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const { target, currentTarget } = event
    if (step === 0 || !(target instanceof HTMLElement) || target.matches('input,select')) return
    const rows = [...currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
    const at = rows.findIndex((row) => row.closest('tr')?.contains(target))
    const next = rows[at < 0 ? 0 : at + step]
    if (!next) return
    event.preventDefault()
    next.focus()
    next.scrollIntoView?.({ block: 'nearest' })
  }

  return (
    <div className={styles.split}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what is pressed */}
      <div className={styles.list} onClickCapture={onClickCapture} onKeyDown={onKeyDown}>
        <ListTable list={shownList} open={open} current={address}>
          {children}
        </ListTable>
        <Pager list={list} />
      </div>
      <section className={styles.page} aria-label={t('list.besideTitle')}>
        {port ? (
          <TabPortContext value={port}>
            <PagePart key={`${address} ${life}`}>
              <Page />
            </PagePart>
          </TabPortContext>
        ) : (
          <EmptyState title={t('list.besideNone')} hint={t('list.besideHint')} />
        )}
      </section>
    </div>
  )
}
