'use client'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { Overpaid } from '@/components/order/overpaid'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { listOptions } from '@/lib/client/options'
import { releases } from '@/lib/domains/releases/contract'
import { isMadeAgain, releaseLimits } from '@/lib/domains/releases/rules/disbursement'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import styles from './release.module.css'
import { ReleaseAmounts } from './release-amounts'
import { PayeeField, type ReleaseCase, ReleaseReading } from './release-reading'
import type { ReleaseOrder } from './use-release-verbs'

type Values = { payee: string; payerAccount: string; remark: string }
const F = fieldsFor<Values>()

const findings = ({ payee, payerAccount }: Values): Partial<Record<keyof Values, MessageKey>> => ({
  ...(payee === '' && { payee: 'rules.required' as const }),
  ...(payerAccount === '' && { payerAccount: 'rules.required' as const }),
})

/** 制单: to whom, from where, how; how much follows from the approval and cannot be typed. */
export default function MakeDialog({ order, onClose }: { order: ReleaseOrder; onClose: () => void }) {
  const t = useT()
  const title = t('releases.makeTitle', { name: order.customerName })
  return (
    <ReleaseReading orderId={order.id} title={title} onClose={onClose}>
      {(data) => <MakeForm title={title} order={order} data={data} onClose={onClose} />}
    </ReleaseReading>
  )
}

function MakeForm({
  title,
  order,
  data,
  onClose,
}: {
  title: string
  order: ReleaseOrder
  data: ReleaseCase
  onClose: () => void
}) {
  const t = useT()
  const { amounts, overpaid, payees, payee, payers, payments } = data
  const [last] = payments
  const form = useCheckedForm<Values>(
    {
      payee: payee ?? '',
      payerAccount: last?.payerAccount ?? payers[0]?.code ?? '',
      // A payment that came back is made again, and not typed again.
      remark: last && isMadeAgain(last.status) ? last.remark : '',
    },
    findings,
  )
  const save = async (values: Values, rowVersion: number | undefined) => {
    await call(releases.make, {
      ...values,
      orderId: order.id,
      rowVersion: rowVersion ?? order.rowVersion,
      ...(amounts && { amount: amounts.amount }),
    })
    toast.success(t('releases.made', { name: order.customerName }))
    onClose()
  }
  return (
    <FormDialog
      title={title}
      form={form}
      row={data.order}
      onSubmit={save}
      onClose={onClose}
      ok={t('releases.submit')}
      width={560}
      lead={
        amounts && (
          <div className={styles.lead}>
            <ReleaseAmounts orderId={order.id} amounts={amounts} />
            <Overpaid amount={overpaid} />
          </div>
        )
      }
    >
      <PayeeField payees={payees} />
      <F.Select
        name="payerAccount"
        label={t('releases.payerAccount')}
        help={payers.length === 0 ? t('releases.refusals.noPayer') : undefined}
        options={listOptions(payers.map(({ code, label }) => ({ value: code, label: `${label} ${code}` })))}
        required
      />
      <F.TextArea
        name="remark"
        label={t('releases.remark')}
        help={t('releases.remarkHelp')}
        rows={2}
        maxLength={releaseLimits.remark}
      />
    </FormDialog>
  )
}
