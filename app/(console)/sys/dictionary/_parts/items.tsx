'use client'
import { useMemo, useState } from 'react'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { ActionButton, type Permit } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { StatusTag } from '@/components/ui/status-tag'
import { useTabLocation } from '@/components/ui/tab-port'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { wordOptions } from '@/lib/client/options'
import { configuration, type DictionaryRow } from '@/lib/domains/configuration/contract'
import type { MessageKey } from '@/lib/i18n/translator'
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
        words: 'configuration',
        title: 'configuration.items',
        search: 'configuration.searchItems',
        fixed: { type },
        filters: [{ kind: 'select', name: 'state', options: states }],
        columns: [
          { key: 'code', kind: 'code', sort: true, card: true },
          { key: 'label', width: 170, sort: true, card: true },
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
          { key: 'updatedAt', kind: 'dateTime', width: 168, sort: true },
        ],
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
  const { query } = useTabLocation()
  const list = useItemList(type)
  const [edited, setEdited] = useState<{ item?: DictionaryRow }>()

  const params = new URLSearchParams(query)
  const inOrder = !['q', 'state', 'sort'].some((name) => params.get(name))
  const isFixed = kind === 'fixed'

  const mayMove = (isThere: boolean, there: Permit) => (!inOrder ? notInOrder : isThere ? there : yes)
  const name = ({ label }: DictionaryRow) => label
  const move = (to: 'first' | 'up' | 'down' | 'last', label: MessageKey) =>
    verb(configuration.moveDictionaryItem, {
      label,
      name,
      permit: ({ isFirst, isLast }: DictionaryRow) =>
        to === 'first' || to === 'up' ? mayMove(isFirst, atStart) : mayMove(isLast, atEnd),
      input: ({ id }) => ({ id, to }),
      done: 'configuration.saved',
    })
  const able = (enabled: boolean) => ({
    name,
    words: ({ label }: DictionaryRow) => ({ label }),
    of: (item: DictionaryRow) => item.enabled !== enabled,
    permit: () => (isFixed ? fixed : yes),
    input: ({ id, code, label, parentCode }: DictionaryRow) => ({
      id,
      type,
      code,
      label,
      parentCode: parentCode ?? '',
      enabled,
    }),
    done: 'configuration.saved' as const,
  })
  const verbs = useVerbs({
    disable: verb(configuration.saveDictionaryItem, {
      ...able(false),
      label: 'configuration.disable',
      ask: 'configuration.disableItemQuestion',
      undo: 'enable',
    }),
    enable: verb(configuration.saveDictionaryItem, {
      ...able(true),
      label: 'configuration.enable',
      undo: 'disable',
    }),
    up: move('up', 'configuration.moveUp'),
    down: move('down', 'configuration.moveDown'),
    first: move('first', 'configuration.moveFirst'),
    last: move('last', 'configuration.moveLast'),
  })
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
        verbs={verbs}
        rowActions={(item) => [
          { key: 'edit', label: t('configuration.editItem'), run: () => setEdited({ item }) },
          ...verbs.of(item),
        ]}
      />
      {edited && (
        <ItemDialog dictionary={dictionary} item={edited.item} onClose={() => setEdited(undefined)} />
      )}
    </>
  )
}
