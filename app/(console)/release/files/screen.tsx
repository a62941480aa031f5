'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { defineList, type RowOf } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { ActionButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { useVerbs } from '@/components/verb/use-verbs'
import { codeOptions } from '@/lib/client/options'
import { useHasPermission } from '@/lib/client/permission'
import { paymentFiles } from '@/lib/domains/payment-files/contract'
import { isOpenFile, paymentFileStates } from '@/lib/domains/payment-files/rules/payment-file'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import { askCancel, cancelFile } from '../_parts/cancel-file'
import { FileStateTag } from '../_parts/file-state'

// Parts that open on a click are loaded with it.
const MakeFileDialog = lazyPart(() => import('../_parts/make-file-dialog'), ['forms'])

type Row = RowOf<typeof paymentFiles.list>

const list = defineList({
  name: 'paymentFiles',
  endpoint: paymentFiles.list,
  words: 'paymentFiles',
  title: 'routes.paymentFiles',
  search: 'paymentFiles.search',
  filters: [
    { kind: 'select', name: 'status', options: codeOptions('paymentFiles.states', paymentFileStates) },
  ],
  columns: [
    { key: 'fileNo', kind: 'code', width: 152, card: true },
    { key: 'status', width: 112, card: true, cell: ({ status }) => <FileStateTag state={status} /> },
    { key: 'payerAccount', kind: 'code', width: 160 },
    { key: 'count', kind: 'number', width: 72 },
    { key: 'amount', kind: 'money', width: 136, card: true },
    { key: 'answered', width: 88, cell: ({ answered, count }) => `${answered}/${count}` },
    { key: 'failed', kind: 'number', width: 72 },
    { key: 'createdByName', width: 104 },
    { key: 'createdAt', kind: 'dateTime', width: 144, sort: true },
    { key: 'cancelReason', width: 160, hidden: true },
  ],
  sort: 'createdAt:desc',
  watch: ({ status }) => isOpenFile(status),
  open: ({ id }) => href('paymentFileCase', { fileId: id }),
  empty: { title: 'paymentFiles.empty', hint: 'paymentFiles.emptyHint' },
})

/** 付款文件: releases that go to the bank as files. */
export function PaymentFilesScreen() {
  const t = useT()
  const mayMake = useHasPermission('release:make')
  const router = useRouter()
  const verbs = useVerbs({ cancelFile, askCancel })
  const [making, setMaking] = useState(false)
  const rowActions = (row: Row) => [
    { key: 'view', label: t('paymentFiles.open'), href: href('paymentFileCase', { fileId: row.id }) },
    ...verbs.of(row),
  ]
  return (
    <>
      <ListScreen
        list={list}
        verbs={verbs}
        rowActions={rowActions}
        actions={
          mayMake && (
            <ActionButton variant="primary" onClick={() => setMaking(true)}>
              {t('paymentFiles.make')}
            </ActionButton>
          )
        }
      />
      {making && (
        <MakeFileDialog
          onClose={() => setMaking(false)}
          onMade={(fileId) => {
            setMaking(false)
            router.push(href('paymentFileCase', { fileId }))
          }}
        />
      )}
    </>
  )
}
