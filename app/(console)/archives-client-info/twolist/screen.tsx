'use client'
import { useState } from 'react'
import { itemTones } from '@/app/(console)/archives/_parts/tones'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { lazyPart } from '@/components/ui/lazy-part'
import { codeOptions } from '@/lib/client/options'
import { useHasPermission } from '@/lib/client/permission'
import { archives, type ItemRow } from '@/lib/domains/archives/contract'
import { itemStates } from '@/lib/domains/archives/rules/archive'
import { docTypes } from '@/lib/domains/archives/rules/papers'
import { useT } from '@/lib/i18n/use-t'

const ScansDialog = lazyPart(() => import('../_parts/scans-dialog'), ['intake', 'records', 'papers'])

const list = defineList({
  name: 'archiveItems',
  endpoint: archives.items,
  words: 'archives',
  title: 'routes.archiveClientInfo',
  search: 'archives.itemsSearch',
  filters: [
    { kind: 'select', name: 'docType', options: codeOptions('archives.docTypes', docTypes) },
    { kind: 'select', name: 'itemStatus', options: codeOptions('archives.itemStates', itemStates) },
  ],
  columns: [
    { key: 'archiveNo', kind: 'code', width: 136 },
    { key: 'customerName', width: 88, card: true, pinned: true },
    { key: 'vehicle', width: 136 },
    { key: 'docType', width: 136, card: true },
    { key: 'copies', kind: 'number', width: 64 },
    { key: 'isOriginal', width: 72, cell: ({ isOriginal }) => <Original is={isOriginal} /> },
    { key: 'itemStatus', width: 104, card: true, codes: 'archives.itemStates', tones: itemTones },
    { key: 'code', label: 'archives.labelsOf', kind: 'code', width: 152 },
    { key: 'createdAt', kind: 'dateTime', width: 140, sort: true, hidden: true },
  ],
  sort: 'createdAt:desc',
  empty: { title: 'archives.itemsEmpty', hint: 'archives.emptyHint' },
})

function Original({ is }: { is: boolean }) {
  return useT()(is ? 'archives.original' : 'archives.copy')
}

/** 档案客户信息: the papers of customers one by one, with their scans. */
export function ArchiveItemsScreen() {
  const t = useT()
  const maySee = useHasPermission('order:view')
  const [shown, setShown] = useState<ItemRow>()
  const rowActions = (row: ItemRow) =>
    maySee ? [{ key: 'scans', label: t('archives.scans'), run: () => setShown(row) }] : []
  return (
    <>
      <ListScreen list={list} rowActions={rowActions} />
      {shown && <ScansDialog row={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}
