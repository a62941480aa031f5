'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Eye } from 'lucide'
import { useEffect, useRef, useState } from 'react'
import { ReadFailure } from '@/components/detail/read-failure'
import { ActionButton } from '@/components/ui/action-button'
import { useConfirm } from '@/components/ui/confirm'
import controls from '@/components/ui/control.module.css'
import { lazyPart } from '@/components/ui/lazy-part'
import { EmptyState, SkeletonLines } from '@/components/ui/states'
import { useVerbs } from '@/components/verb/use-verbs'
import { type VerbButton, VerbButtons } from '@/components/verb/verb-buttons'
import { q, settled } from '@/lib/client/query'
import { configuration, type MenuEntry } from '@/lib/domains/configuration/contract'
import { useT } from '@/lib/i18n/use-t'
import { type Edited, MenuForm } from './_parts/menu-form'
import { type Move, matching, type Place } from './_parts/menu-places'
import { MenuTree } from './_parts/menu-tree'
import { barVerbs, menuVerbs, treeEntry } from './_parts/menu-verbs'
import styles from './menu.module.css'

const MenuPreview = lazyPart(() => import('./_parts/menu-preview'))

/** Everything that stands beside the tree: an entry by its id, so that it follows what is saved, or a new one. */
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
  const verbs = useVerbs(menuVerbs)

  const { entries = [], roles = [] } = menus.data ?? {}
  const isThere = picked && (!('id' in picked) || entries.some(({ id }) => id === picked.id))
  // Until somebody chooses, and when what was chosen is gone, the first entry: half of the board would be empty.
  const chosen: Chosen | undefined = isThere ? picked : entries[0] && { id: entries[0].id }
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
  /** A verb of the tree, once nothing typed is lost by it. */
  const run = async (action: VerbButton | undefined) => {
    if (action?.permit.ok && (await mayLeave())) action.run()
  }
  const move = (moved: MenuEntry, to: Move) => void run(verbs.of(treeEntry(moved, entries), to)[0])
  const drop = (id: number, place: Place) => {
    const moved = entries.find((one) => one.id === id)
    if (moved) void run(verbs.of(treeEntry(moved, entries, place), 'dropped')[0])
  }

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
            {entry ? (
              <>
                <ActionButton size="small" onClick={() => addAt(entry.parentId, entry.id)}>
                  {t('configuration.addSibling')}
                </ActionButton>
                <ActionButton size="small" onClick={() => addAt(entry.id)}>
                  {t('configuration.addChild')}
                </ActionButton>
                <VerbButtons
                  size="small"
                  verbs={verbs
                    .of(treeEntry(entry, entries), ...barVerbs)
                    .map((action) => ({ ...action, run: () => void run(action) }))}
                />
              </>
            ) : (
              <p className={styles.help}>{t('configuration.chooseFirst')}</p>
            )}
          </div>
          <input
            type="search"
            className={controls.control}
            aria-label={t('shell.searchMenu')}
            placeholder={t('shell.searchMenu')}
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
          {menus.error && !menus.data ? (
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
              onDrop={drop}
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
      {verbs.dialog}
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
