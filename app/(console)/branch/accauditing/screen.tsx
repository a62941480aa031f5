'use client'
import { useState } from 'react'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { shopOptions } from '@/components/order/order-options'
import { ActionButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { StatusTag, type Tone } from '@/components/ui/status-tag'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { codeOptions } from '@/lib/client/options'
import { useHasPermission } from '@/lib/client/permission'
import { type AccountRow, settleAccounts } from '@/lib/domains/settle-accounts/contract'
import {
  type AccountState,
  accountCan,
  accountKinds,
  accountLimits,
  accountOwners,
  accountStates,
  isBeingChecked,
} from '@/lib/domains/settle-accounts/rules/settle-account'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'

// Parts that open on a click are loaded with it.
const AccountDialog = lazyPart(() => import('./_parts/account-dialog'), ['forms'])

const list = defineList({
  name: 'accounts',
  endpoint: settleAccounts.list,
  words: 'accounts',
  title: 'routes.accountReview',
  search: 'accounts.search',
  filters: [
    { kind: 'select', name: 'status', options: codeOptions('accounts.states', accountStates) },
    { kind: 'select', name: 'ownerKind', options: codeOptions('accounts.owners', accountOwners) },
    { kind: 'select', name: 'shopId', options: shopOptions },
    { kind: 'select', name: 'accountKind', options: codeOptions('accounts.kinds', accountKinds) },
    { kind: 'dates', label: 'accounts.createdAt', from: 'createdFrom', to: 'createdTo' },
  ],
  columns: [
    { key: 'ownerName', width: 136, card: true, pinned: true },
    { key: 'ownerKind', width: 72, codes: 'accounts.owners' },
    {
      key: 'accountKind',
      width: 88,
      card: true,
      cell: ({ accountKind }) => <Word of={`accounts.kinds.${accountKind}`} />,
    },
    { key: 'holderName', width: 176, card: true },
    { key: 'accountNo', kind: 'code', width: 184, card: true },
    { key: 'bankName', width: 168 },
    {
      key: 'isCorporate',
      width: 72,
      cell: ({ isCorporate }) => <Word of={isCorporate ? 'accounts.corporate' : 'accounts.personal'} />,
    },
    { key: 'status', width: 112, card: true, cell: ({ status }) => <State state={status} /> },
    { key: 'createdByName', width: 88 },
    { key: 'auditByName', width: 88 },
    { key: 'auditAt', kind: 'dateTime', width: 140, sort: true },
    { key: 'auditNote', width: 168 },
    { key: 'createdAt', kind: 'dateTime', width: 140, sort: true },
  ],
  sort: 'createdAt:desc',
  empty: { title: 'accounts.empty', hint: 'accounts.emptyHint' },
})

const stop = verb(settleAccounts.stop, {
  label: 'accounts.stop',
  tone: 'danger',
  permit: ({ status }: AccountRow) => accountCan('stop', status),
  name: ({ ownerName }: AccountRow) => ownerName,
  ask: 'accounts.stopTitle',
  note: 'accounts.stopNote',
  fields: {
    reason: { kind: 'text', label: 'accounts.stopReason', required: true, maxLength: accountLimits.reason },
  },
  input: ({ id }, { reason }) => ({ id, reason }),
  done: 'accounts.stopped',
})

/** 账户审核: accounts of shops, channels and branches, entered by one person and in force when another one has checked them. */
export function AccountsScreen() {
  const t = useT()
  const maySave = useHasPermission('account:save')
  const mayCheck = useHasPermission('account:check')
  const [open, setOpen] = useState<AccountRow | 'new'>()
  const verbs = useVerbs({ stop })
  const rowActions = (row: AccountRow) => [
    ...(mayCheck && isBeingChecked(row.status)
      ? [{ key: 'check', label: t('accounts.check'), href: href('changes', { q: row.ownerName }) }]
      : []),
    ...(maySave
      ? [
          {
            key: 'change',
            label: t('accounts.change'),
            permit: accountCan('change', row.status),
            run: () => setOpen(row),
          },
        ]
      : []),
    ...verbs.of(row),
  ]
  return (
    <>
      <ListScreen
        list={list}
        rowActions={rowActions}
        actions={
          maySave && (
            <ActionButton variant="primary" icon="plus" onClick={() => setOpen('new')}>
              {t('accounts.add')}
            </ActionButton>
          )
        }
      />
      {verbs.dialog}
      {open && <AccountDialog account={open === 'new' ? null : open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

const tones: Record<AccountState, Tone> = {
  待审核: 'waiting',
  已通过: 'passed',
  驳回: 'returned',
  变更待审: 'waiting',
  已停用: 'closed',
}

const State = ({ state }: { state: AccountState }) => (
  <StatusTag tone={tones[state]}>
    <Word of={`accounts.states.${state}`} />
  </StatusTag>
)

function Word({ of }: { of: MessageKey }) {
  return useT()(of)
}
