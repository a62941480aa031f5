'use client'
import { useQuery } from '@tanstack/react-query'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { ReadingDialog } from '@/components/form/reading-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { Overpaid } from '@/components/order/overpaid'
import { KeyValue, KeyValues } from '@/components/ui/section'
import { MoneyText } from '@/components/ui/texts'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { listOptions } from '@/lib/client/options'
import { q } from '@/lib/client/query'
import { releases } from '@/lib/domains/releases/contract'
import { isMadeAgain, releaseLimits } from '@/lib/domains/releases/rules/disbursement'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import styles from './release.module.css'
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
  const { data, error, refetch } = useQuery(q(releases.get, { orderId: order.id }))
  const title = t('releases.makeTitle', { name: order.customerName })
  if (data) return <MakeForm title={title} order={order} data={data} onClose={onClose} />
  return <ReadingDialog title={title} error={error} onRetry={refetch} onClose={onClose} width={560} />
}

type Case = OutputOf<typeof releases.get>

function MakeForm({
  title,
  order,
  data,
  onClose,
}: {
  title: string
  order: ReleaseOrder
  data: Case
  onClose: () => void
}) {
  const t = useT()
  const { amounts, overpaid, payees, payee, payers, payments } = data
  const [last] = payments
  const form = useCheckedForm<Values>(
    {
      payee: payee ?? '',
      payerAccount: last?.payerAccount ?? payers[0]?.code ?? '',
      // What came back is made again, and not typed again.
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
            <KeyValues>
              <KeyValue label={t('releases.approved')}>
                <MoneyText value={amounts.approved} />
              </KeyValue>
              <KeyValue label={t('releases.netted')}>
                <MoneyText value={amounts.netted} />
              </KeyValue>
              <KeyValue label={t('releases.amount')} wide>
                <strong>
                  <MoneyText value={amounts.amount} />
                </strong>
              </KeyValue>
            </KeyValues>
            <Overpaid amount={overpaid} />
          </div>
        )
      }
    >
      <F.Radio
        name="payee"
        label={t('releases.payee')}
        help={payees.length === 0 ? t('releases.refusals.noPayee') : undefined}
        options={listOptions(
          payees.map(({ key, name, account, bank }) => ({ value: key, label: `${name} ${account} ${bank}` })),
        )}
        required
      />
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
