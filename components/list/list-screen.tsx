'use client'
import type { ReactNode } from 'react'
import { ReadFailure } from '@/components/detail/read-failure'
import { ActionButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
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
import { type List, useList } from './use-list'
import { useNotedRows } from './use-noted-rows'
import { useHasRoomBeside } from './use-room-beside'
import { useSelection } from './use-selection'

// 分栏 is chosen by those who like it, and comes with the choice.
const SplitView = lazyPart(() => import('./split-view'))

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
  const { name, open, beside: besideOf } = definition
  const room = useHasRoomBeside()
  const many = verbs?.many ?? []
  const selection = useSelection(list, (row) => many.some(({ permit }) => permit(row).ok))
  // No boxes where none of them could be ticked.
  const isOffered = many.length > 0 && (selection.rows.length > 0 || list.rows.some(selection.open))
  useNotedRows(name, list, open)
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
  const instead =
    list.phase === 'failed' && list.error ? (
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
    )
  return (
    <ListFrame
      title={t(definition.title)}
      heading={heading}
      updating={list.updating}
      tools={
        <>
          <ListTools definition={definition} list={list} />
          {actions}
        </>
      }
    >
      <FilterBar definition={definition} list={list} />
      {besideOf && open && list.views.split && room ? (
        <SplitView
          list={list as unknown as List<object>}
          open={open as (row: object) => string | undefined}
          beside={besideOf}
        >
          {instead}
        </SplitView>
      ) : (
        <div className={styles.card}>
          <SelectionBar selection={selection} many={many} />
          <ListTable
            list={list}
            selection={isOffered ? selection : undefined}
            open={definition.open}
            peek={peekAt}
            rowActions={allActions}
          >
            {instead}
          </ListTable>
          <Pager list={list} />
        </div>
      )}
      {verbs?.dialog}
    </ListFrame>
  )
}
