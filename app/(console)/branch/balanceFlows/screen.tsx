'use client'
import { useMemo } from 'react'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { useTabLocation } from '@/components/ui/tab-port'
import { fileCall } from '@/lib/client/download'
import { codeOptions } from '@/lib/client/options'
import { balances } from '@/lib/domains/balances/contract'
import { flowKinds } from '@/lib/domains/balances/rules/balance'

const listOf = (balanceId: number) =>
  defineList({
    name: 'balanceFlows',
    endpoint: balances.flows,
    words: 'balances',
    title: 'routes.balanceFlows',
    search: 'balances.flowSearch',
    filters: [{ kind: 'select', name: 'kind', options: codeOptions('balances.flowKinds', flowKinds) }],
    columns: [
      { key: 'bizDay', kind: 'date', width: 112, sort: true, card: true },
      { key: 'kind', width: 120, card: true, codes: 'balances.flowKinds' },
      { key: 'amount', kind: 'money', width: 128, card: true },
      { key: 'balanceAfter', kind: 'money', width: 128, card: true },
      { key: 'loanNo', kind: 'code', width: 152 },
      { key: 'voucherNo', kind: 'code', width: 144 },
      { key: 'payee', width: 168 },
      { key: 'reference', kind: 'code', width: 136 },
      { key: 'note', width: 160 },
      { key: 'byName', width: 96 },
      { key: 'createdAt', kind: 'dateTime', width: 164, sort: true },
    ],
    fixed: { balanceId },
    sort: 'createdAt:desc',
    exportFile: (filter, columns) => fileCall(balances.exportFlows, { ...filter, balanceId, columns }),
    empty: { title: 'balances.flowsEmpty' },
  })

/** 余额流水: what moved on one account, each with its voucher. */
export function BalanceFlowsScreen() {
  const { query } = useTabLocation()
  const balanceId = Number(new URLSearchParams(query).get('balanceId'))
  const list = useMemo(() => listOf(balanceId), [balanceId])
  return <ListScreen list={list} />
}
