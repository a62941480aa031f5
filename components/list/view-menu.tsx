'use client'
import { useQuery } from '@tanstack/react-query'
import { Star, Trash2 } from 'lucide'
import { type FormEvent, useState } from 'react'
import { ReadFailure } from '@/components/detail/read-failure'
import { ActionButton, IconButton } from '@/components/ui/action-button'
import { useConfirm } from '@/components/ui/confirm'
import control from '@/components/ui/control.module.css'
import Popover from '@/components/ui/popover'
import { toast } from '@/components/ui/toast'
import { q, useApiMutation } from '@/lib/client/query'
import { type SavedView, views } from '@/lib/domains/views/contract'
import { useT } from '@/lib/i18n/use-t'
import type { ListPreference } from './list-preference'
import { type Changes, filterChange } from './list-url'
import type { Groups } from './use-list'
import type { ListViews } from './use-list-view'
import styles from './view-menu.module.css'

/** The service takes no longer name: a contract brings calls alone to the browser. */
const longestName = 30

/** The menu reads and changes these of a list, whatever its rows are. */
type Viewed = {
  views: ListViews
  preference: ListPreference
  groups: Pick<Groups<never>, 'choices' | 'name'> | undefined
  change: (changes: Changes) => void
}

/** The saved views of a list: one opens by a click, and what is shown now is kept under a name. */
export default function ViewMenu({
  list: {
    views: { list, current, query, first, open, openFirst },
    preference: { view: _first, split: _split, ...columns },
    groups,
    change,
  },
  anchor,
  onClose,
}: {
  list: Viewed
  anchor: HTMLElement
  onClose: () => void
}) {
  const t = useT()
  const confirm = useConfirm()
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const read = useQuery(q(views.list, { list }))
  const add = useApiMutation(views.add)
  const save = useApiMutation(views.save)
  const remove = useApiMutation(views.remove)
  const takeOver = useApiMutation(views.takeOver)
  const shown = read.data?.views ?? []

  const choose = (view: SavedView | undefined) => {
    open(view)
    onClose()
  }
  const keep = async (event: FormEvent) => {
    event.preventDefault()
    const said = name.trim()
    if (said === '' || add.isPending) return
    const made = await add.mutateAsync({ list, name: said, query, columns: copyOf(columns), shared })
    toast.success(t('views.added', { name: said }))
    open({ id: made.id, query })
    onClose()
  }
  const update = async (view: SavedView) => {
    const { id, rowVersion } = view
    await save.mutateAsync({
      id,
      rowVersion,
      name: view.name,
      shared: view.shared,
      query,
      columns: copyOf(columns),
    })
    toast.success(t('views.updated', { name: view.name }))
    onClose()
  }
  const drop = async ({ id, rowVersion, name, shared }: SavedView) => {
    const question = {
      title: t('views.removeTitle', { name }),
      message: shared ? t('views.removeShared') : t('views.removeTitle', { name }),
      ok: t('views.remove', { name }),
      tone: 'danger' as const,
    }
    if (!(await confirm(question))) return
    await remove.mutateAsync({ id, rowVersion })
    if (first === id) openFirst(undefined)
    if (current?.id === id) open(undefined)
    toast.success(t('views.removed', { name }))
  }
  const own = async ({ id, rowVersion, name }: SavedView) => {
    await takeOver.mutateAsync({ id, rowVersion })
    toast.success(t('views.takenOver', { name }))
  }

  const line = (view: SavedView) => (
    <li key={view.id}>
      <button type="button" aria-current={current?.id === view.id} onClick={() => choose(view)}>
        {view.name}
        {!view.own && <small>{t(view.left ? 'views.byLeft' : 'views.by', { owner: view.owner })}</small>}
      </button>
      <IconButton
        icon={Star}
        size="small"
        label={t(first === view.id ? 'views.noDefault' : 'views.makeDefault', { name: view.name })}
        aria-pressed={first === view.id}
        onClick={() => openFirst(first === view.id ? undefined : view.id)}
      />
      {view.own && (
        <IconButton
          icon={Trash2}
          size="small"
          label={t('views.remove', { name: view.name })}
          onClick={() => drop(view).catch(() => undefined)}
        />
      )}
      {view.left && !view.own && (
        <ActionButton size="small" variant="text" onClick={() => own(view).catch(() => undefined)}>
          {t('views.takeOver')}
        </ActionButton>
      )}
    </li>
  )
  const group = (label: string, some: readonly SavedView[]) =>
    some.length > 0 && (
      <section aria-label={label}>
        <h4>{label}</h4>
        <ul>{some.map(line)}</ul>
      </section>
    )

  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': t('views.title') } }}
    >
      <div className={styles.menu}>
        <ul>
          <li>
            <button type="button" aria-current={current === undefined} onClick={() => choose(undefined)}>
              {t('views.standard')}
            </button>
          </li>
        </ul>
        {groups && (
          <label>
            {t('list.groupBy')}
            <select
              className={control.control}
              value={groups.name ?? ''}
              onChange={({ target }) => change(filterChange({ group: target.value || null }))}
            >
              <option value="">{t('list.groupNone')}</option>
              {groups.choices.map(({ name, label }) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        )}
        {read.error && <ReadFailure error={read.error} onRetry={() => void read.refetch()} />}
        {group(
          t('views.own'),
          shown.filter((view) => view.own),
        )}
        {group(
          t('views.shared'),
          shown.filter((view) => !view.own),
        )}
        {read.data && shown.length === 0 && <p>{t('views.none')}</p>}
        <form onSubmit={(event) => void keep(event).catch(() => undefined)}>
          {current?.own && (
            <ActionButton busy={save.isPending} onClick={() => update(current).catch(() => undefined)}>
              {t('views.update', { name: current.name })}
            </ActionButton>
          )}
          <input
            className={control.control}
            value={name}
            maxLength={longestName}
            placeholder={t('views.name')}
            aria-label={t('views.name')}
            onChange={({ target }) => setName(target.value)}
          />
          <label>
            <input type="checkbox" checked={shared} onChange={({ target }) => setShared(target.checked)} />
            {t('views.share')}
          </label>
          <ActionButton
            type="submit"
            variant="primary"
            busy={add.isPending}
            permit={name.trim() === '' ? { ok: false, reason: 'views.nameFirst' } : { ok: true }}
          >
            {t('views.saveAs')}
          </ActionButton>
          <p>{t('views.note')}</p>
        </form>
      </div>
    </Popover>
  )
}

const copyOf = ({ order, pinned, ...rest }: Omit<ListPreference, 'view' | 'split'>) => ({
  ...rest,
  order: [...order],
  ...(pinned && { pinned: [...pinned] }),
})
