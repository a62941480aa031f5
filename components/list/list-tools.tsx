'use client'
import { Bookmark, Columns2, Columns3, Download } from 'lucide'
import { useState } from 'react'
import { ActionButton, IconButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { toast } from '@/components/ui/toast'
import { download, type FileCall } from '@/lib/client/download'
import { useT } from '@/lib/i18n/use-t'
import type { Endpoint } from '@/lib/platform/contract/endpoint'
import { mostAtOnce } from '@/lib/platform/exports/rules/exports'
import type { ListDefinition } from './define-list'
import { filterParts } from './list-parts'
import { isSameQuery } from './list-url'
import type { List } from './use-list'
import { useHasRoomBeside } from './use-room-beside'

// The chooser and the menus open on a click, and come with it.
const ColumnChooser = lazyPart(() => import('./column-chooser'))
const ExportMenu = lazyPart(() => import('./export-menu'), ['dialogs'])
const ViewMenu = lazyPart(() => import('./view-menu'), ['dialogs'])

/** Refresh, density, columns, the record beside, saved views and export, at the right of a list's head. */
export function ListTools<E extends Endpoint, Row extends object>({
  definition,
  list,
}: {
  definition: ListDefinition<E>
  list: List<Row>
}) {
  const t = useT()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [views, setViews] = useState<HTMLElement | null>(null)
  const room = useHasRoomBeside()
  const { current } = list.views
  return (
    <>
      <IconButton icon="refresh" label={t('list.refresh')} busy={list.updating} onClick={list.refresh} />
      <IconButton
        icon="rows"
        label={t(list.dense ? 'list.normal' : 'list.dense')}
        aria-pressed={list.dense}
        onClick={() => list.prefer({ dense: !list.dense })}
      />
      <IconButton
        icon={Columns3}
        label={t('list.columns')}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      {definition.beside && room && (
        <IconButton
          icon={Columns2}
          label={t('list.split')}
          aria-pressed={list.views.split}
          onClick={() => list.views.setSplit(!list.views.split)}
        />
      )}
      <ActionButton
        icon={Bookmark}
        aria-haspopup="dialog"
        aria-expanded={views !== null}
        onClick={(event) => setViews(event.currentTarget)}
      >
        {current?.name ?? t('list.views')}
        {current && !isSameQuery(current.query, list.views.query) && ` · ${t('list.viewChanged')}`}
      </ActionButton>
      {list.exportFile && <ExportButtons definition={definition} list={list} exportFile={list.exportFile} />}
      {views && <ViewMenu list={list} anchor={views} onClose={() => setViews(null)} />}
      {anchor && <ColumnChooser list={list} anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  )
}

/** A short file comes at once; a long one, and whichever one likes, is made behind the page. */
function ExportButtons<E extends Endpoint, Row extends object>({
  definition,
  list,
  exportFile,
}: {
  definition: ListDefinition<E>
  list: List<Row>
  exportFile: () => FileCall
}) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { total = 0, more } = list
  const long = more || total > mostAtOnce
  const run = async () => {
    setBusy(true)
    try {
      const { endpoint, input } = exportFile()
      await download(endpoint, input)
      toast.success(t('list.exported'))
    } catch {
      // The error funnel has shown it.
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <ActionButton
        icon={Download}
        busy={busy}
        onClick={(event) => (long ? setAnchor(event.currentTarget) : void run())}
      >
        {t('list.export')}
      </ActionButton>
      <IconButton
        icon="down"
        label={t('list.moreExports')}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      {anchor && (
        <ExportMenu
          title={definition.title}
          parts={filterParts(definition)}
          words={definition.words}
          state={list.state}
          total={total}
          exportFile={exportFile}
          anchor={anchor}
          onClose={() => setAnchor(null)}
        />
      )}
    </>
  )
}
