'use client'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { callOptions } from '@/lib/client/options'
import { archives, type MailView } from '@/lib/domains/archives/contract'
import { archiveLimits } from '@/lib/domains/archives/rules/archive'
import { cleanExpressNo, expressNoForm } from '@/lib/domains/archives/rules/mail'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'

type Values = { courier: string; expressNo: string }
const F = fieldsFor<Values>()

const courierOptions = callOptions(archives.couriers, {}, (rows) =>
  rows.map(({ code, name }) => ({ value: code, label: name })),
)
const findings = ({ courier, expressNo }: Values): Partial<Record<keyof Values, MessageKey>> => ({
  ...(courier === '' && { courier: 'rules.required' as const }),
  ...(!expressNoForm.test(cleanExpressNo(expressNo)) && { expressNo: 'archives.badExpressNo' as const }),
})

/** 寄出 of a parcel by a courier under his number. @param codes labels of the papers in it */
export default function SendDialog({
  mail,
  codes,
  onClose,
}: {
  mail: MailView
  codes: readonly string[]
  onClose: () => void
}) {
  const t = useT()
  const form = useCheckedForm<Values>({ courier: '', expressNo: '' }, findings)
  const save = async (values: Values, rowVersion: number | undefined) => {
    await call(archives.send, {
      ...values,
      id: mail.id,
      rowVersion: rowVersion ?? mail.rowVersion,
      codes: [...codes],
    })
    toast.success(t('archives.sent', { mailNo: mail.mailNo }))
    onClose()
  }
  return (
    <FormDialog
      title={t('archives.sendTitle', { mailNo: mail.mailNo })}
      form={form}
      row={mail}
      onSubmit={save}
      onClose={onClose}
      ok={t('archives.send')}
      lead={<p>{t('archives.sendNote', { count: codes.length })}</p>}
    >
      <F.Select name="courier" label={t('archives.expressCompany')} options={courierOptions} required />
      <F.Text name="expressNo" label={t('archives.expressNo')} maxLength={archiveLimits.expressNo} required />
    </FormDialog>
  )
}
