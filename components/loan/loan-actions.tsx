'use client'
import { useState } from 'react'
import { ActionButton, type Permit, type Refused } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { useCan } from '@/lib/client/permission'
import { stateRefusal } from '@/lib/domains/loans/rules/fact-permit'
import type { LoanStatus } from '@/lib/domains/loans/rules/loan-states'
import { useT } from '@/lib/i18n/use-t'
import { type Act, actNames, actOf } from './loan-acts'
import styles from './loan-change.module.css'

// Both open on a click, and come with it.
const FactDialog = lazyPart(() => import('./fact-dialog'), ['forms', 'dialogs', 'loans'])
const RowMenu = lazyPart(() => import('@/components/list/row-menu'), ['lists'])
const RefusalPopover = lazyPart(() => import('@/components/ui/refusal-popover'))

export function actPermit(act: Act, status: LoanStatus): Permit {
  const refusal = stateRefusal(actOf(act).kind, status)
  return refusal ? { ok: false, reason: `loans.refusals.${refusal}` } : { ok: true }
}

/** Everything that can be booked on a loan: 登记还款, and behind one button all else that the user may do. */
export function LoanActions({ loanId, status }: { loanId: number; status: LoanStatus }) {
  const t = useT()
  const can = useCan()
  const [act, setAct] = useState<Act>()
  const [anchor, setAnchor] = useState<HTMLElement>()
  const [refused, setRefused] = useState<{ permit: Refused; anchor: HTMLElement }>()
  const offered = actNames.filter((name) => can(actOf(name).permission))
  const others = offered.filter((name) => name !== 'receipt')
  return (
    <span className={styles.actions}>
      {others.length > 0 && (
        <ActionButton aria-haspopup="menu" onClick={({ currentTarget }) => setAnchor(currentTarget)}>
          {t('loans.actsMore')}
        </ActionButton>
      )}
      {offered.includes('receipt') && (
        <ActionButton
          variant="primary"
          permit={actPermit('receipt', status)}
          onClick={() => setAct('receipt')}
        >
          {t('loans.acts.receipt')}
        </ActionButton>
      )}
      {anchor && (
        <RowMenu
          anchor={anchor}
          actions={others.map((name) => ({
            key: name,
            label: t(`loans.acts.${name}`),
            permit: actPermit(name, status),
            run: () => setAct(name),
          }))}
          onClose={() => setAnchor(undefined)}
          onRefused={(permit) => setRefused({ permit, anchor })}
        />
      )}
      {refused && (
        <RefusalPopover
          refused={refused.permit}
          anchor={refused.anchor}
          onClose={() => setRefused(undefined)}
        />
      )}
      {act && <FactDialog act={act} loanId={loanId} onClose={() => setAct(undefined)} />}
    </span>
  )
}
