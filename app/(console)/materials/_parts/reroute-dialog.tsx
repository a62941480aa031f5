'use client'
import { useQuery } from '@tanstack/react-query'
import { ReadFailure } from '@/components/detail/read-failure'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { listOptions } from '@/lib/client/options'
import { q } from '@/lib/client/query'
import { capitalOrders } from '@/lib/domains/capital/contract'
import { capitalLimits } from '@/lib/domains/capital/rules/capital-order'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import styles from './papers.module.css'

type Values = { capitalId: string; reason: string }
const F = fieldsFor<Values>()

/** 重新路由: to a funder that takes the order; of each that does not stands why. */
export default function RerouteDialog({
  order,
  onClose,
}: {
  order: { id: number; rowVersion: number; customerName: string }
  onClose: () => void
}) {
  const t = useT()
  const funders = useQuery(q(capitalOrders.funders, { orderId: order.id }))
  const fitting = funders.data?.filter(({ obstacle }) => obstacle === null) ?? []
  const others = funders.data?.filter(({ obstacle }) => obstacle !== null) ?? []
  const form = useCheckedForm<Values>(
    { capitalId: '', reason: '' },
    ({ capitalId, reason }): Partial<Record<keyof Values, MessageKey>> => ({
      ...(capitalId === '' && { capitalId: 'rules.required' as const }),
      ...(reason.trim() === '' && { reason: 'rules.required' as const }),
    }),
  )
  const save = async ({ capitalId, reason }: Values, rowVersion: number | undefined) => {
    await call(capitalOrders.reroute, {
      capitalId: Number(capitalId),
      reason,
      orderId: order.id,
      rowVersion: rowVersion ?? order.rowVersion,
    })
    toast.success(t('capitalOrders.rerouted'))
    onClose()
  }
  return (
    <FormDialog
      title={t('capitalOrders.rerouteTitle', { name: order.customerName })}
      form={form}
      row={order}
      onSubmit={save}
      onClose={onClose}
      width={560}
    >
      <p className={styles.next}>{t('capitalOrders.rerouteNote')}</p>
      {funders.error && !funders.data && (
        <ReadFailure error={funders.error} onRetry={() => void funders.refetch()} />
      )}
      {funders.data && fitting.length === 0 && <p className={styles.next}>{t('capitalOrders.noneFits')}</p>}
      <F.Select
        name="capitalId"
        label={t('capitalOrders.otherFunder')}
        options={listOptions(fitting.map(({ id, name }) => ({ value: String(id), label: name })))}
        required
      />
      {others.length > 0 && (
        <div className={styles.unfit}>
          {t('capitalOrders.unfit')}
          <ul>
            {others.map(({ id, name, obstacle }) => (
              <li key={id}>
                {name} <small>{obstacle}</small>
              </li>
            ))}
          </ul>
        </div>
      )}
      <F.TextArea
        name="reason"
        label={t('capitalOrders.rerouteReason')}
        maxLength={capitalLimits.reason}
        required
      />
    </FormDialog>
  )
}
