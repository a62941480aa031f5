'use client'
import { useState } from 'react'
import { TemplateState } from '@/components/contracts/template-state'
import { templateVerbs } from '@/components/contracts/template-verbs'
import { DictionaryText } from '@/components/form/field-value'
import { defineList, type RowOf } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import type { RowAction } from '@/components/list/row-actions'
import { capitalOptions, productOptions } from '@/components/order/order-options'
import { ActionButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { StatusTag } from '@/components/ui/status-tag'
import { noValue } from '@/components/ui/texts'
import { useVerbs } from '@/components/verb/use-verbs'
import { codeOptions, dictionaryOptions } from '@/lib/client/options'
import { contractTemplates } from '@/lib/domains/contracts/contract/templates'
import { contractCodes } from '@/lib/domains/contracts/rules/contract-kinds'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'

// Parts that open on a click are loaded with it.
const TemplateDialog = lazyPart(() => import('./_parts/template-dialog'))

type Row = RowOf<typeof contractTemplates.list>

const list = defineList({
  name: 'contractTemplates',
  endpoint: contractTemplates.list,
  words: 'contractTemplates',
  title: 'routes.contractTemplates',
  search: 'contractTemplates.search',
  filters: [
    { kind: 'select', name: 'code', options: codeOptions('contractTemplates.codes', contractCodes) },
    { kind: 'select', name: 'bizMode', options: dictionaryOptions('biz_mode') },
    { kind: 'select', name: 'productId', options: productOptions },
    { kind: 'select', name: 'capitalId', options: capitalOptions },
  ],
  columns: [
    { key: 'name', width: 220, card: true, sort: true, pinned: true },
    {
      key: 'code',
      width: 208,
      sort: true,
      cell: ({ code }) => <Word of={`contractTemplates.codes.${code}`} />,
    },
    { key: 'state', width: 96, card: true, cell: ({ state }) => <TemplateState state={state} /> },
    {
      key: 'version',
      width: 88,
      card: true,
      cell: ({ version }) => (version === null ? noValue : `v${version}`),
    },
    { key: 'hasDraft', width: 88, cell: ({ hasDraft }) => (hasDraft ? <Draft /> : noValue) },
    { key: 'effectiveFrom', kind: 'date', width: 112 },
    {
      key: 'bizMode',
      width: 112,
      cell: ({ bizMode }) =>
        bizMode === null ? (
          <Word of="contractTemplates.all" />
        ) : (
          <DictionaryText type="biz_mode" code={bizMode} />
        ),
    },
    {
      key: 'productName',
      width: 144,
      cell: ({ productName }) => productName ?? <Word of="contractTemplates.all" />,
    },
    {
      key: 'capitalName',
      width: 144,
      cell: ({ capitalName }) => capitalName ?? <Word of="contractTemplates.all" />,
    },
    { key: 'updatedAt', kind: 'dateTime', width: 144, sort: true },
  ],
  sort: 'code:asc',
  open: ({ id }) => href('contractTemplateDetails', { templateId: id }),
  empty: { title: 'contractTemplates.empty', hint: 'contractTemplates.emptyHint' },
})

/** 合同模板: the texts that contracts are made of, and which orders they are for. */
export function ContractTemplatesScreen() {
  const t = useT()
  const verbs = useVerbs(templateVerbs)
  const [dialog, setDialog] = useState<{ source?: Row }>()
  const rowActions = (row: Row): RowAction[] => [
    {
      key: 'edit',
      label: t('contractTemplates.edit'),
      href: href('contractTemplateDetails', { templateId: row.id }),
    },
    { key: 'copy', label: t('contractTemplates.copy'), run: () => setDialog({ source: row }) },
    ...verbs.of(row),
  ]
  const add = (
    <ActionButton variant="primary" icon="plus" onClick={() => setDialog({})}>
      {t('contractTemplates.add')}
    </ActionButton>
  )
  return (
    <>
      <ListScreen list={list} verbs={verbs} rowActions={rowActions} actions={add} />
      {dialog && <TemplateDialog source={dialog.source} onClose={() => setDialog(undefined)} />}
    </>
  )
}

function Word({ of }: { of: MessageKey }) {
  return useT()(of)
}

function Draft() {
  const t = useT()
  return (
    <span title={t('contractTemplates.draftThere')}>
      <StatusTag tone="waiting">{t('contractTemplates.hasDraft')}</StatusTag>
    </span>
  )
}
