'use client'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { callOptions } from '@/lib/client/options'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { changes } from '@/lib/platform/changes/contract'
import { changeLimits } from '@/lib/platform/changes/rules/pending-change'

type Values = { deputyId: string; fromDay: string; untilDay: string; reason: string }
const F = fieldsFor<Values>()
const colleagues = callOptions(changes.deputyChoices, {}, ({ data }) =>
  data.map(({ id, name, account, orgName, roleNames }) => ({
    value: String(id),
    // Two may have one name.
    label: [name, account, orgName, ...roleNames].join(' · '),
  })),
)

const findings = (values: Values): Partial<Record<keyof Values, MessageKey>> => ({
  ...Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value.trim() === '' ? [[name, 'rules.required']] : [],
    ),
  ),
  ...(values.untilDay !== '' &&
    values.untilDay < values.fromDay && { untilDay: 'changes.dayBefore' as const }),
})

/** 设置代理: a colleague, and for which days. */
export default function DeputyDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const form = useCheckedForm<Values>({ deputyId: '', fromDay: '', untilDay: '', reason: '' }, findings)
  const save = async ({ deputyId, ...values }: Values) => {
    await call(changes.setDeputy, { ...values, deputyId: Number(deputyId) })
    toast.success(t('changes.deputySet'))
    onClose()
  }
  return (
    <FormDialog
      title={t('changes.setDeputyTitle')}
      form={form}
      onSubmit={save}
      onClose={onClose}
      lead={<p>{t('changes.setDeputyLead')}</p>}
    >
      <F.Select name="deputyId" label={t('changes.deputy')} options={colleagues} required />
      <F.Date name="fromDay" label={t('changes.fromDay')} required />
      <F.Date name="untilDay" label={t('changes.untilDay')} required />
      <F.TextArea
        name="reason"
        label={t('changes.reason')}
        rows={2}
        maxLength={changeLimits.reason}
        required
      />
    </FormDialog>
  )
}
