'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Eye } from 'lucide'
import { useEffect, useRef, useState } from 'react'
import { ReadFailure } from '@/components/detail/read-failure'
import { ActionButton, type Permit } from '@/components/ui/action-button'
import { useConfirm } from '@/components/ui/confirm'
import controls from '@/components/ui/control.module.css'
import { lazyPart } from '@/components/ui/lazy-part'
import { EmptyState, SkeletonLines } from '@/components/ui/states'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { q, settled } from '@/lib/client/query'
import { configuration, type MenuEntry } from '@/lib/contracts/configuration'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { type Edited, MenuForm } from './_parts/menu-form'
import { type Move, matching, movesOf, type Place } from './_parts/menu-places'
import { MenuTree } from './_parts/menu-tree'
import styles from './menu.module.css'

const MenuPreview = lazyPart(() => import('./_parts/menu-preview'))

/** Why a move leads nowhere. */
const moves: readonly { move: Move; label: MessageKey; reason: MessageKey }[] = [
  { move: 'up', label: 'configuration.moveUp', reason: 'configuration.first' },
  { move: 'down', label: 'configuration.moveDown', reason: 'configuration.last' },
  { move: 'out', label: 'configuration.moveOut', reason: 'configuration.isTop' },
  { move: 'in', label: 'configuration.moveIn', reason: 'configuration.noneBefore' },
]
const allow = (ok: boolean, reason: MessageKey): Permit => (ok ? { ok: true } : { ok: false, reason })

/** What stands beside the tree: an entry by its id, so that it follows what is saved, or a new one. */
type Chosen = { id: number } | { parentId: number | null; after?: number; serial: number }

/**
 * 菜单管理: the tree of the tenant's menu, and the form of the entry that is chosen.
 *
 * @param frameHosts hosts whose pages the tenant's console may show
 */
export function MenuAdministrationScreen({ frameHosts }: { frameHosts: readonly string[] }) {
  const t = useT()
  const confirm = useConfirm()
  const client = useQueryClient()
  const menus = useQuery(q(configuration.menus, {}))
  const [search, setSearch] = useState('')
  const [picked, setChosen] = useState<Chosen>()
  const [isDirty, setDirty] = useState(false)
  const [discarded, setDiscarded] = useState(0)
  const [preview, setPreview] = useState(false)
  const [busy, setBusy] = useState(false)

  const { entries = [], roles = [] } = menus.data ?? {}
  // Until somebody chooses, the first entry: half of the board would be empty.
  const chosen: Chosen | undefined = picked ?? (entries[0] && { id: entries[0].id })
  const entry = chosen && 'id' in chosen ? entries.find(({ id }) => id === chosen.id) : undefined
  const edited: Edited | undefined = chosen && (!('id' in chosen) ? chosen : entry && { entry })

  const editor = useRef<HTMLElement>(null)
  const broughtUp = useRef<typeof picked>(undefined)
  // In a narrow window the form stands below the tree, where nobody would see that there is another one.
  useEffect(() => {
    // Once: a tab that is shown again stays where it was.
    if (broughtUp.current === picked) return
    broughtUp.current = picked
    const top = editor.current?.getBoundingClientRect().top ?? 0
    if (picked && top > window.innerHeight / 2) editor.current?.scrollIntoView()
  }, [picked])

  /** Asks before what was typed and not saved is dropped. */
  const mayLeave = async () => {
    if (!isDirty) return true
    const name = entry?.name ?? t('configuration.newEntry')
    if (!(await confirm({ message: t('configuration.leaveQuestion', { name }), tone: 'danger' })))
      return false
    setDirty(false)
    setDiscarded((count) => count + 1)
    return true
  }
  const choose = async (next: Chosen | undefined) => {
    const isSame = next && 'id' in next && chosen && 'id' in chosen && next.id === chosen.id
    if (!isSame && (await mayLeave())) setChosen(next)
  }
  const addAt = (parentId: number | null, after?: number) =>
    void choose({ parentId, after, serial: Date.now() })
  /** Runs a change of the tree, one at a time; a refusal has been said by the funnel. */
  const change = async (run: () => Promise<string>) => {
    if (busy || !(await mayLeave())) return
    setBusy(true)
    try {
      toast.success(await run())
    } catch {
      // Said already; what stands now is read again.
    } finally {
      // The next move is from where this one ended.
      await settled(client, configuration.menus, {})
      setBusy(false)
    }
  }
  const moveTo = (id: number, place: Place) =>
    void change(async () => {
      const moved = entries.find((one) => one.id === id)
      if (!moved) throw new Error('gone')
      const { parentId, at } = place
      await call(configuration.moveMenu, {
        id,
        rowVersion: moved.rowVersion,
        parentId: parentId ?? undefined,
        at,
      })
      return t('configuration.moved', { name: moved.name })
    })
  const move = (moved: MenuEntry, to: Move) => {
    const place = movesOf(entries, moved)[to]
    if (place) moveTo(moved.id, place)
  }
  const toggle = ({ parentId: _parentId, ...values }: MenuEntry) =>
    void change(async () => {
      await call(configuration.saveMenu, { ...values, enabled: !values.enabled })
      return t('configuration.saved')
    })
  const remove = async ({ id, rowVersion, name }: MenuEntry) => {
    const question = { message: t('configuration.removeQuestion', { name }), tone: 'danger' } as const
    if (!(await confirm({ ...question, ok: t('configuration.remove') }))) return
    await change(async () => {
      await call(configuration.removeMenu, { id, rowVersion })
      setChosen(undefined)
      return t('configuration.removed', { name })
    })
  }

  const places = entry && movesOf(entries, entry)
  const hasChildren = entries.some(({ parentId }) => parentId === entry?.id)
  const one = allow(entry !== undefined, 'configuration.chooseFirst')
  const shown = matching(entries, search)
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <h1>{t('routes.adminMenus')}</h1>
        <div className={styles.tools}>
          <ActionButton icon={Eye} onClick={() => setPreview(true)}>
            {t('configuration.preview')}
          </ActionButton>
          <ActionButton icon="plus" variant="primary" onClick={() => addAt(null)}>
            {t('configuration.addTop')}
          </ActionButton>
        </div>
      </header>
      <div className={styles.parts}>
        <section className={styles.card} aria-label={t('configuration.tree')}>
          <div className={styles.bar}>
            <ActionButton size="small" permit={one} onClick={() => entry && addAt(entry.parentId, entry.id)}>
              {t('configuration.addSibling')}
            </ActionButton>
            <ActionButton size="small" permit={one} onClick={() => entry && addAt(entry.id)}>
              {t('configuration.addChild')}
            </ActionButton>
            {moves.map(({ move: to, label, reason }) => (
              <ActionButton
                key={to}
                size="small"
                permit={one.ok ? allow(Boolean(places?.[to]), reason) : one}
                onClick={() => entry && move(entry, to)}
              >
                {t(label)}
              </ActionButton>
            ))}
            <ActionButton size="small" permit={one} onClick={() => entry && toggle(entry)}>
              {t(entry?.enabled === false ? 'configuration.enable' : 'configuration.disable')}
            </ActionButton>
            <ActionButton
              size="small"
              variant="danger"
              permit={one.ok ? allow(!hasChildren, 'configuration.menuHasChildren') : one}
              onClick={() => entry && void remove(entry)}
            >
              {t('configuration.remove')}
            </ActionButton>
          </div>
          <input
            type="search"
            className={controls.control}
            aria-label={t('shell.searchMenu')}
            placeholder={t('shell.searchMenu')}
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
          {menus.isError ? (
            <ReadFailure error={menus.error} onRetry={() => void menus.refetch()} />
          ) : !menus.data ? (
            <SkeletonLines lines={8} height={28} />
          ) : shown.length === 0 ? (
            <EmptyState title={t('configuration.noMenu')} hint={t('configuration.noMenuHint')} />
          ) : (
            <MenuTree
              entries={shown}
              all={entries}
              chosen={entry?.id}
              onChoose={({ id }) => void choose({ id })}
              onMove={move}
              onDrop={moveTo}
            />
          )}
          <p className={styles.help}>{t('configuration.treeHelp')}</p>
        </section>
        <section ref={editor} className={styles.card} aria-label={entry?.name ?? t('configuration.newEntry')}>
          {edited ? (
            <>
              <h2>{entry?.name ?? t('configuration.newEntry')}</h2>
              <p className={styles.place}>{placeText(edited, entries, t)}</p>
              <MenuForm
                key={`${chosen && 'id' in chosen ? chosen.id : chosen?.serial} ${discarded}`}
                edited={edited}
                entries={entries}
                roles={roles}
                frameHosts={frameHosts}
                onDirty={setDirty}
                onSaved={async (id) => {
                  await settled(client, configuration.menus, {})
                  setChosen({ id })
                }}
                onCancel={entry ? undefined : () => void choose(undefined)}
              />
            </>
          ) : (
            <EmptyState title={t('configuration.chooseFirst')} />
          )}
        </section>
      </div>
      {preview && <MenuPreview entries={entries} roles={roles} onClose={() => setPreview(false)} />}
    </div>
  )
}

/** Below which entry it stands. */
function placeText(edited: Edited, entries: readonly MenuEntry[], t: ReturnType<typeof useT>): string {
  const parentId = edited.entry ? edited.entry.parentId : edited.parentId
  const parent = entries.find(({ id }) => id === parentId)
  return parent ? t('configuration.newBelow', { name: parent.name }) : t('configuration.newAtTop')
}
