'use client'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useState } from 'react'
import { get } from 'react-hook-form'
import { ActionButton } from '@/components/ui/action-button'
import Dialog from '@/components/ui/dialog'
import { showDateTime } from '@/components/ui/time-text'
import { useT } from '@/lib/i18n/use-t'
import type { Conflict } from '@/lib/platform/contract/errors'
import styles from './form.module.css'
import { type Change, choiceOf } from './take-changes'

/** Amounts and rates have decimals on the wire; codes and numbers of persons have none. */
const isNumber = ({ mine, theirs }: Change) => {
  const values = [mine, theirs].filter((value) => value !== null && value !== undefined && value !== '')
  return values.length > 0 && values.every((value) => /^-?\d+\.\d+$/.test(String(value)))
}

/**
 * Two people edited one record: what differs, who changed it, and whose value to go on with, field by field; a row of a
 * list is of one person and is chosen whole. What the other alone changed is taken unless somebody says otherwise.
 * Escape keeps the own values.
 */
export default function ConflictDialog({
  conflict,
  title,
  lead,
  fieldLabel = (path) => path,
  comparedValue,
  base,
  onResolve,
}: {
  conflict: Conflict
  /** Instead of the words for two people, where it is one with two windows. */
  title?: string
  lead?: string
  fieldLabel?: (path: string) => string
  /** A value as the page shows it; undefined leaves it to the dialog. */
  comparedValue?: (path: string, value: unknown) => ReactNode
  /** The values that both began from. */
  base: unknown
  onResolve: (taken: readonly Change[]) => void
}) {
  const t = useT()
  const { changes } = conflict
  const isAsBefore = (path: string, value: unknown) =>
    JSON.stringify(value ?? null) === JSON.stringify(get(base, path) ?? null)
  const [chosen, setChosen] = useState<ReadonlyMap<string, 'mine' | 'theirs'>>(() => {
    const own = new Set(
      changes.filter(({ path, mine }) => !isAsBefore(path, mine)).map((change) => choiceOf(change)),
    )
    return new Map(changes.map(choiceOf).map((place) => [place, own.has(place) ? 'mine' : 'theirs']))
  })
  const markOf = ({ path, mine, theirs }: Change) => {
    if (isAsBefore(path, theirs)) return t('form.conflictOwn')
    return t(isAsBefore(path, mine) ? 'form.conflictOther' : 'form.conflictBoth')
  }
  const keepMine = () => onResolve([])
  const shown = (path: string, value: unknown) => {
    if (value === null || value === undefined || value === '') return t('form.conflictNothing')
    const text = comparedValue?.(path, value)
    if (text !== undefined) return text
    if (typeof value === 'boolean') return t(value ? 'ui.yes' : 'ui.no')
    return typeof value === 'object' ? JSON.stringify(value) : String(value)
  }
  return (
    <Dialog open onClose={keepMine} maxWidth="md" fullWidth aria-labelledby="conflict-title">
      <DialogTitle id="conflict-title">{title ?? t('form.conflictTitle')}</DialogTitle>
      <DialogContent>
        <p>
          {lead ?? t('form.conflictBy', { name: conflict.updatedBy, time: showDateTime(conflict.updatedAt) })}
          {t('form.conflictKept')}
        </p>
        {changes.length > 0 && (
          <table className={styles.conflict}>
            <thead>
              <tr>
                <th scope="col">{t('form.conflictField')}</th>
                <th scope="col">{t('form.conflictMine')}</th>
                <th scope="col">{t('form.conflictTheirs')}</th>
                <th scope="col">{t('form.conflictWho')}</th>
              </tr>
            </thead>
            <tbody>
              {changes.map((change) => (
                <tr key={change.path}>
                  <th scope="row">{fieldLabel(change.path)}</th>
                  {(['mine', 'theirs'] as const).map((side) => (
                    <td key={side} data-number={isNumber(change) || undefined}>
                      <label>
                        <input
                          type="radio"
                          name={change.path}
                          checked={chosen.get(choiceOf(change)) === side}
                          onChange={() => setChosen(new Map(chosen).set(choiceOf(change), side))}
                        />{' '}
                        {shown(change.path, change[side])}
                      </label>
                    </td>
                  ))}
                  <td data-other={!isAsBefore(change.path, change.theirs) || undefined}>{markOf(change)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </DialogContent>
      <DialogActions>
        <ActionButton onClick={() => onResolve(changes)}>{t('form.conflictTake')}</ActionButton>
        <ActionButton onClick={keepMine}>{t('form.conflictKeep')}</ActionButton>
        {changes.length > 0 && (
          <ActionButton
            variant="primary"
            onClick={() => onResolve(changes.filter((change) => chosen.get(choiceOf(change)) === 'theirs'))}
          >
            {t('form.conflictMerge')}
          </ActionButton>
        )}
      </DialogActions>
    </Dialog>
  )
}
