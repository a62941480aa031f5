'use client'
import { type ReactNode, useState } from 'react'
import type { ListDefinition, RowOf } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import type { RowAction } from '@/components/list/row-actions'
import { ActionButton } from '@/components/ui/action-button'
import type { Verbs } from '@/components/verb/use-verbs'
import { useHasPermission } from '@/lib/client/permission'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import type { Endpoint } from '@/lib/platform/contract/endpoint'

/** A list of the products' tables: whoever may save gets a dialog for a new row, and for one that is there. */
export function EditedList<E extends Endpoint>({
  list,
  verbs,
  add,
  change,
  others = () => [],
  dialog,
}: {
  list: ListDefinition<E>
  verbs: Verbs<RowOf<E>>
  add: MessageKey
  change: MessageKey
  /** Beside what is done to a row: what anybody may do who sees it. */
  others?: (row: RowOf<E>) => readonly RowAction[]
  dialog: (row: RowOf<E> | undefined, onClose: () => void) => ReactNode
}) {
  const t = useT()
  const maySave = useHasPermission('product:save')
  const [editing, setEditing] = useState<{ row: RowOf<E> | undefined }>()
  const rowActions = (row: RowOf<E>) => [
    ...others(row),
    ...(maySave
      ? [{ key: 'change', label: t(change), run: () => setEditing({ row }) }, ...verbs.of(row)]
      : []),
  ]
  return (
    <>
      <ListScreen
        list={list}
        verbs={verbs}
        rowActions={rowActions}
        actions={
          maySave && (
            <ActionButton variant="primary" icon="plus" onClick={() => setEditing({ row: undefined })}>
              {t(add)}
            </ActionButton>
          )
        }
      />
      {editing && dialog(editing.row, () => setEditing(undefined))}
    </>
  )
}
