'use client'
import { useState } from 'react'
import { ActionButton } from '@/components/ui/action-button'
import type { Verbs } from '@/components/verb/use-verbs'
import { useT } from '@/lib/i18n/use-t'
import { mostOfBulk } from '@/lib/platform/bulk/rules/bulk'
import styles from './list.module.css'
import type { Selection } from './use-selection'

/** The actions that can be done with the rows that are chosen; not there while there are none. */
export function SelectionBar<Row>({
  selection,
  many,
}: {
  selection: Selection<Row>
  many: Verbs<Row>['many']
}) {
  const t = useT()
  const [reading, setReading] = useState(false)
  const { rows, keep, beyond, chooseAll } = selection
  // The error funnel has shown a failure; what was chosen stays.
  const all = () => {
    setReading(true)
    chooseAll()
      .catch(() => undefined)
      .finally(() => setReading(false))
  }
  if (rows.length === 0) return null
  return (
    <div className={styles.selection}>
      <span role="status">
        {t('list.selected', { count: rows.length })}
        {rows.length >= mostOfBulk && ` ${t('list.selectedMost', { count: mostOfBulk })}`}
      </span>
      {many.map(({ key, label, tone, permit, busy, run }) => (
        <ActionButton
          key={key}
          size="small"
          variant={tone}
          busy={busy}
          permit={rows.map(permit).find(({ ok }) => ok) ?? permit(rows[0] as Row)}
          onClick={() => run(selection)}
        >
          {label}
        </ActionButton>
      ))}
      {beyond > 0 && (
        <ActionButton size="small" variant="text" busy={reading} onClick={all}>
          {t(beyond < mostOfBulk ? 'list.selectMatching' : 'list.selectMost', { count: beyond })}
        </ActionButton>
      )}
      <ActionButton size="small" variant="text" onClick={() => keep([])}>
        {t('list.selectNone')}
      </ActionButton>
    </div>
  )
}
