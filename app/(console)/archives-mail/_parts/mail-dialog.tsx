'use client'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { archives, type MailView } from '@/lib/domains/archives/contract'
import { archiveLimits } from '@/lib/domains/archives/rules/archive'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'

type Values = { orders: string; fromName: string; fromMobile: string; toName: string; toAddress: string }
const F = fieldsFor<Values>()

/** A scanner ends each number with Enter; people write commas and spaces. */
const numbersIn = (text: string) => [...new Set(text.split(/[\s,，、;；]+/).filter(Boolean))]

function findings(values: Values): Partial<Record<keyof Values, MessageKey>> {
  const found: Partial<Record<keyof Values, MessageKey>> = {}
  for (const field of ['fromName', 'fromMobile', 'toName', 'toAddress'] as const)
    if (values[field].trim() === '') found[field] = 'rules.required'
  const { length } = numbersIn(values.orders)
  if (length < 1 || length > archiveLimits.orders) found.orders = 'archives.badOrders'
  return found
}

/** A parcel to headquarters: its orders, and who sends it to whom. */
export default function MailDialog({ mail, onClose }: { mail?: MailView; onClose: () => void }) {
  const t = useT()
  const form = useCheckedForm<Values>(
    {
      orders: mail?.archives.map(({ orderNo }) => orderNo).join('\n') ?? '',
      fromName: mail?.fromName ?? '',
      fromMobile: mail?.fromMobile ?? '',
      toName: mail?.toName ?? '',
      toAddress: mail?.toAddress ?? '',
    },
    findings,
  )
  const save = async ({ orders, ...values }: Values, rowVersion: number | undefined) => {
    const on = mail ? { id: mail.id, rowVersion: rowVersion ?? mail.rowVersion } : {}
    await call(archives.saveMail, { ...values, ...on, orders: numbersIn(orders) })
    toast.success(t('archives.mailSaved'))
    onClose()
  }
  return (
    <FormDialog
      title={mail ? t('archives.editMailTitle', { mailNo: mail.mailNo }) : t('archives.mailTitle')}
      form={form}
      row={mail}
      onSubmit={save}
      onClose={onClose}
      width={560}
    >
      <F.TextArea name="orders" label={t('archives.orders')} rows={5} required />
      <F.Text name="fromName" label={t('archives.fromName')} maxLength={archiveLimits.line} required />
      <F.Text name="fromMobile" label={t('archives.fromMobile')} maxLength={11} required />
      <F.Text name="toName" label={t('archives.toName')} maxLength={archiveLimits.line} required />
      <F.Text
        name="toAddress"
        label={t('archives.toAddress')}
        maxLength={archiveLimits.address}
        required
        span={3}
      />
    </FormDialog>
  )
}
