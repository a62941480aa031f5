'use client'
import { Columns3, Download } from 'lucide'
import { useState } from 'react'
import { ActionButton, IconButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { toast } from '@/components/ui/toast'
import { useT } from '@/lib/i18n/use-t'
import type { List } from './use-list'

// The chooser opens on a click, and comes with it.
const ColumnChooser = lazyPart(() => import('./column-chooser'))

/** Refresh, density, columns and export, at the right of a list's head. */
export function ListTools<Row extends object>({ list }: { list: List<Row> }) {
  const t = useT()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
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
      {list.exportFile && <ExportButton exportFile={list.exportFile} />}
      {anchor && <ColumnChooser list={list} anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  )
}

function ExportButton({ exportFile }: { exportFile: () => Promise<void> }) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      await exportFile()
      toast.success(t('list.exported'))
    } catch {
      // The error funnel has shown it.
    } finally {
      setBusy(false)
    }
  }
  return (
    <ActionButton icon={Download} busy={busy} onClick={run}>
      {t('list.export')}
    </ActionButton>
  )
}
