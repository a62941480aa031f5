'use client'
import { type ReactNode, useMemo, useState } from 'react'
import { Overpaid } from '@/components/order/overpaid'
import { lazyPart } from '@/components/ui/lazy-part'
import { MoneyText } from '@/components/ui/texts'
import { useVerbs, type Verbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import type { VerbButton } from '@/components/verb/verb-buttons'
import { useCan } from '@/lib/client/permission'
import { useSession } from '@/lib/client/session'
import { releases } from '@/lib/domains/releases/contract'
import {
  type ReleaseFacts,
  type ReleaseStep,
  releaseCan,
  releaseLimits,
} from '@/lib/domains/releases/rules/disbursement'
import { useT } from '@/lib/i18n/use-t'
import { sum } from '@/lib/rules/money'
import { formatMoney } from '@/lib/rules/money-text'
import styles from './release.module.css'

// Parts that open on a click are loaded with it.
const MakeDialog = lazyPart(() => import('./make-dialog'), ['forms'])
const ResultDialog = lazyPart(() => import('./result-dialog'), ['forms'])
const RetryDialog = lazyPart(() => import('./retry-dialog'), ['forms'])
const UndoDialog = lazyPart(() => import('./undo-dialog'), ['forms'])

/** An order with what the steps of its release are judged by. */
export type ReleaseOrder = Omit<ReleaseFacts, 'orderStatus'> & {
  id: number
  rowVersion: number
  status: string
  orderNo: string
  customerName: string
  approvedAmount?: string | null
  overpaid: string
  missing: readonly string[]
}

const factsOf = (row: ReleaseOrder): ReleaseFacts => ({ ...row, orderStatus: row.status })

const nameOf = ({ orderNo, customerName }: ReleaseOrder) => `${orderNo} ${customerName}`

const manyOf = (permissions: readonly string[]) => ({
  makeMany: verb(releases.make, {
    label: 'releases.make',
    name: nameOf,
    permit: (row: ReleaseOrder) => releaseCan('make', factsOf(row), permissions),
    many: 'releases.makeMany',
    note: 'releases.makeManyNote',
    leadOfAll: (rows: readonly ReleaseOrder[]) => <Orders rows={rows} />,
    fields: { remark: { kind: 'text', label: 'releases.remark', maxLength: releaseLimits.remark } },
    input: ({ id }: ReleaseOrder, { remark }) => ({ orderId: id, remark }),
    done: 'releases.made',
  }),
  back: verb(releases.back, {
    label: 'releases.back',
    tone: 'danger',
    of: ({ status }: ReleaseOrder) => status === 'wait_release',
    name: nameOf,
    permit: (row: ReleaseOrder) => releaseCan('back', factsOf(row), permissions),
    ask: 'releases.backTitle',
    note: 'releases.backNote',
    many: 'releases.backMany',
    fields: {
      reason: { kind: 'text', label: 'releases.reason', required: true, maxLength: releaseLimits.reason },
    },
    input: ({ id }: ReleaseOrder, { reason }) => ({ orderId: id, reason }),
    done: 'releases.backDone',
  }),
  ready: verb(releases.ready, {
    label: 'releases.ready',
    of: ({ status, missing }: ReleaseOrder) => status === 'preparing' && missing.length === 0,
    name: nameOf,
    ask: 'releases.readyQuestion',
    many: 'releases.readyMany',
    input: ({ id }: ReleaseOrder) => ({ orderId: id }),
    done: 'releases.readyDone',
  }),
})

function Orders({ rows }: { rows: readonly ReleaseOrder[] }) {
  const t = useT()
  const total = sum(rows.map(({ approvedAmount }) => approvedAmount ?? '0.00'))
  return (
    <ul className={styles.orders}>
      {rows.map(({ id, orderNo, customerName, approvedAmount, overpaid }) => (
        <li key={id}>
          {orderNo} {customerName} {t('releases.approved')} <MoneyText value={approvedAmount} />
          <Overpaid amount={overpaid} />
        </li>
      ))}
      <li>
        <strong>{t('releases.approvedTotal', { amount: formatMoney(total) })}</strong>
      </li>
    </ul>
  )
}

/** Everything that can be done about the release of an order, in the list and in its case. */
export function useReleaseVerbs(): {
  of: (row: ReleaseOrder) => VerbButton[]
  many: Verbs<ReleaseOrder, 'makeMany' | 'back' | 'ready'>
  dialog: ReactNode
} {
  const t = useT()
  const can = useCan()
  const { permissions } = useSession()
  const many = useVerbs(useMemo(() => manyOf(permissions), [permissions]))
  const [open, setOpen] = useState<{ step: ReleaseStep; row: ReleaseOrder }>()
  const close = () => setOpen(undefined)
  const step = (step: ReleaseStep, row: ReleaseOrder): VerbButton => ({
    key: step,
    label: t(`releases.${step}`),
    permit: releaseCan(step, factsOf(row), permissions),
    main: step !== 'undo' && step !== 'result',
    tone: step === 'undo' ? 'danger' : undefined,
    run: () => setOpen({ step, row }),
  })
  return {
    many,
    of: (row) => {
      const { status } = row
      return [
        ...(can('release:make') && status !== 'release_failed' && status !== 'released'
          ? [step('make', row)]
          : []),
        ...(can('release:make') && status === 'release_failed' ? [step('retry', row)] : []),
        ...(can('release:make') && (status === 'releasing' || row.contradicted !== null)
          ? [step('result', row)]
          : []),
        ...(can('release:undo') && status === 'released' ? [step('undo', row)] : []),
        ...many.of(row, 'back', 'ready'),
      ]
    },
    dialog: (
      <>
        {many.dialog}
        {open?.step === 'make' && <MakeDialog order={open.row} onClose={close} />}
        {open?.step === 'retry' && <RetryDialog order={open.row} onClose={close} />}
        {open?.step === 'result' && <ResultDialog order={open.row} onClose={close} />}
        {open?.step === 'undo' && <UndoDialog order={open.row} onClose={close} />}
      </>
    ),
  }
}
