'use client'
import type { ReactNode } from 'react'
import { ReadFailure } from '@/components/detail/read-failure'
import { ActionButton } from '@/components/ui/action-button'
import { EmptyState } from '@/components/ui/states'
import { useTabLocation } from '@/components/ui/tab-port'
import type { Verbs } from '@/components/verb/use-verbs'
import { useT } from '@/lib/i18n/use-t'
import type { Endpoint } from '@/lib/platform/contract/endpoint'
import type { ListDefinition, RowOf } from './define-list'
import { FilterBar } from './filter-bar'
import styles from './list.module.css'
import { ListFrame } from './list-frame'
import { filterParts } from './list-parts'
import { ListTable } from './list-table'
import { ListTools } from './list-tools'
import { isFiltered, standardChange } from './list-url'
import { Pager } from './pager'
import type { RowAction } from './row-actions'
import { SelectionBar } from './selection-bar'
import { useList } from './use-list'
import { useSelection } from './use-selection'

/**
 * The ready screen of a list (level 1): title, filters, table, pages. See define-list.ts for the description.
 *
 *     const verbs = useVerbs({ stop, start })
 *     <ListScreen
 *       list={users}
 *       verbs={verbs}
 *       actions={<ActionButton variant="primary" onClick={…}>{t('staff.newUser')}</ActionButton>}
 *     />
 *
 * @param verbs what can be done with a row, and with many
 * @param rowActions the actions of a row where they are not those verbs alone
 */
export function ListScreen<E extends Endpoint>({
  list: definition,
  verbs,
  rowActions = verbs && ((row) => verbs.of(row)),
  actions,
  emptyAction,
  heading,
}: {
  list: ListDefinition<E>
  verbs?: Verbs<RowOf<E>>
  rowActions?: (row: RowOf<E>) => readonly RowAction[]
  /** Beside the title: what can be done without a row. */
  actions?: ReactNode
  /** The next step, where there is nothing yet. */
  emptyAction?: ReactNode
  /** Of the title, where the list is a part of its page. */
  heading?: 'h3'
}) {
  const t = useT()
  const list = useList(definition)
  const many = verbs?.many ?? []
  const selection = useSelection(list, (row) => many.some(({ permit }) => permit(row).ok))
  // No boxes where none of them could be ticked.
  const isOffered = many.length > 0 && (selection.rows.length > 0 || list.rows.some(selection.open))
  const filtered = isFiltered(list.state, filterParts(definition))
  const { setQuery } = useTabLocation()
  const { peek } = definition
  const peekAt = peek && ((row: RowOf<E>) => setQuery(peek.query(row), { replace: false }))
  const allActions =
    peek && peekAt
      ? (row: RowOf<E>): readonly RowAction[] => [
          ...(rowActions?.(row) ?? []),
          { key: 'peek', label: t(peek.label), run: () => peekAt(row) },
        ]
      : rowActions
  return (
    <ListFrame
      title={t(definition.title)}
      heading={heading}
      updating={list.updating}
      tools={
        <>
          <ListTools list={list} />
          {actions}
        </>
      }
    >
      <FilterBar definition={definition} list={list} />
      <div className={styles.card}>
        <SelectionBar selection={selection} many={many} />
        <ListTable
          list={list}
          selection={isOffered ? selection : undefined}
          open={definition.open}
          peek={peekAt}
          rowActions={allActions}
        >
          {list.phase === 'failed' && list.error ? (
            <ReadFailure error={list.error} onRetry={list.refresh}>
              {list.error.status === 400 && (
                <ActionButton onClick={() => list.change(standardChange(filterParts(definition)))}>
                  {t('list.clearAll')}
                </ActionButton>
              )}
            </ReadFailure>
          ) : filtered ? (
            <EmptyState title={t('list.emptyFiltered')} hint={t('list.emptyFilteredHint')} />
          ) : (
            <EmptyState
              title={t(definition.empty?.title ?? 'list.empty')}
              hint={definition.empty?.hint && t(definition.empty.hint)}
            >
              {emptyAction}
            </EmptyState>
          )}
        </ListTable>
        <Pager list={list} />
      </div>
      {verbs?.dialog}
    </ListFrame>
  )
}
