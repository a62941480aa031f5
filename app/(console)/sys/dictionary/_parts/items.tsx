'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { ActionButton, type Permit } from '@/components/ui/action-button'
import { useConfirm } from '@/components/ui/confirm'
import { lazyPart } from '@/components/ui/lazy-part'
import { StatusTag } from '@/components/ui/status-tag'
import { useTabLocation } from '@/components/ui/tab-port'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { wordOptions } from '@/lib/client/options'
import { keyOf } from '@/lib/client/query'
import { configuration, type DictionaryRow } from '@/lib/contracts/configuration'
import { system } from '@/lib/contracts/system'
import { useT } from '@/lib/i18n/use-t'
import type { Dictionary } from './dictionary-names'

const ItemDialog = lazyPart(() => import('./item-dialog'))

const states = wordOptions([
  { value: 'enabled', label: 'configuration.stateEnabled' },
  { value: 'disabled', label: 'configuration.stateDisabled' },
])

/** The list of a dictionary's items. */
function useItemList(type: string) {
  const t = useT()
  return useMemo(
    () =>
      defineList({
        name: 'dictionaryItems',
        endpoint: configuration.dictionaryItems,
        title: 'configuration.items',
        search: 'configuration.searchItems',
        fixed: { type },
        filters: [{ kind: 'select', name: 'state', label: 'configuration.state', options: states }],
        columns: [
          { key: 'code', label: 'configuration.code', kind: 'code', sort: true, card: true },
          { key: 'label', label: 'configuration.label', width: 170, sort: true, card: true },
          {
            key: 'parentLabel',
            label: 'configuration.upper',
            width: 130,
            cell: ({ parentCode, parentLabel }) => parentCode && `${parentLabel ?? ''}（${parentCode}）`,
          },
          {
            key: 'enabled',
            label: 'configuration.state',
            width: 92,
            card: true,
            cell: ({ enabled }) => (
              <StatusTag tone={enabled ? 'passed' : 'closed'}>
                {t(enabled ? 'configuration.stateEnabled' : 'configuration.stateDisabled')}
              </StatusTag>
            ),
          },
          { key: 'updatedAt', label: 'columns.updatedAt', kind: 'dateTime', width: 168, sort: true },
        ],
        actionsWidth: 150,
        empty: { title: 'configuration.noItems', hint: 'configuration.noItemsHint' },
      }),
    [type, t],
  )
}

const fixed: Permit = { ok: false, reason: 'configuration.dictionaryFixed' }
const notInOrder: Permit = { ok: false, reason: 'configuration.orderShown' }
const atStart: Permit = { ok: false, reason: 'configuration.alreadyFirst' }
const atEnd: Permit = { ok: false, reason: 'configuration.alreadyLast' }
const yes: Permit = { ok: true }

/** The items of one dictionary: added, edited, disabled, put into another order. */
export function Items({ dictionary }: { dictionary: Dictionary }) {
  const { type, kind } = dictionary
  const t = useT()
  const client = useQueryClient()
  const confirm = useConfirm()
  const { query } = useTabLocation()
  const list = useItemList(type)
  const [edited, setEdited] = useState<{ item?: DictionaryRow }>()
  const [busy, setBusy] = useState(false)

  const params = new URLSearchParams(query)
  const inOrder = !['q', 'state', 'sort'].some((name) => params.get(name))
  const isFixed = kind === 'fixed'

  const reload = () => {
    for (const read of [configuration.dictionaryItems, configuration.dictionaries, system.dictionary]) {
      void client.invalidateQueries({ queryKey: keyOf(read) })
    }
  }
  const change = async (run: () => Promise<unknown>) => {
    if (busy) return
    setBusy(true)
    try {
      await run()
      toast.success(t('configuration.saved'))
    } catch {
      // Said by the funnel; what stands now is read again.
    } finally {
      setBusy(false)
      reload()
    }
  }
  const move = ({ id, rowVersion }: DictionaryRow, to: 'first' | 'up' | 'down' | 'last') =>
    void change(() => call(configuration.moveDictionaryItem, { id, rowVersion, to }))
  const toggle = async ({ id, rowVersion, code, label, parentCode, enabled }: DictionaryRow) => {
    if (enabled && !(await confirm({ message: t('configuration.disableItemQuestion', { label }) }))) return
    await change(() =>
      call(configuration.saveDictionaryItem, {
        ...{ id, rowVersion, type, code, label, parentCode: parentCode ?? '' },
        ...{ enabled: !enabled },
      }),
    )
  }
  const mayMove = (isThere: boolean, there: Permit) => (!inOrder ? notInOrder : isThere ? there : yes)
  return (
    <>
      <ListScreen
        list={list}
        heading="h3"
        actions={
          <ActionButton
            variant="primary"
            icon="plus"
            permit={isFixed ? fixed : yes}
            onClick={() => setEdited({})}
          >
            {t('configuration.addItem')}
          </ActionButton>
        }
        rowActions={(item) => {
          const toStart = mayMove(item.isFirst, atStart)
          const toEnd = mayMove(item.isLast, atEnd)
          return [
            { key: 'edit', label: t('configuration.editItem'), run: () => setEdited({ item }) },
            {
              key: 'toggle',
              label: t(item.enabled ? 'configuration.disable' : 'configuration.enable'),
              permit: isFixed ? fixed : yes,
              run: () => void toggle(item),
            },
            { key: 'up', label: t('configuration.moveUp'), permit: toStart, run: () => move(item, 'up') },
            { key: 'down', label: t('configuration.moveDown'), permit: toEnd, run: () => move(item, 'down') },
            {
              key: 'first',
              label: t('configuration.moveFirst'),
              permit: toStart,
              run: () => move(item, 'first'),
            },
            { key: 'last', label: t('configuration.moveLast'), permit: toEnd, run: () => move(item, 'last') },
          ]
        }}
      />
      {edited && (
        <ItemDialog
          dictionary={dictionary}
          item={edited.item}
          onSaved={() => {
            setEdited(undefined)
            reload()
          }}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}
