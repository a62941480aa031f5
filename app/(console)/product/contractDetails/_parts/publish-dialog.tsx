'use client'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { useServiceDay } from '@/lib/client/service-day'
import { contractTemplates } from '@/lib/domains/contracts/contract/templates'
import { useT } from '@/lib/i18n/use-t'

type Values = { effectiveFrom: string }
const F = fieldsFor<Values>()

/** 发布: from which day on contracts are made of the draft. */
export default function PublishDialog({
  template,
  version,
  onClose,
}: {
  template: { id: number; name: string; rowVersion: number }
  version: number
  onClose: () => void
}) {
  const t = useT()
  const today = useServiceDay()
  const form = useCheckedForm<Values>({ effectiveFrom: today }, ({ effectiveFrom }) => ({
    ...(effectiveFrom === '' && { effectiveFrom: 'rules.required' }),
    ...(effectiveFrom !== '' && effectiveFrom < today && { effectiveFrom: 'contracts.dayOver' }),
  }))
  const save = async ({ effectiveFrom }: Values, rowVersion = template.rowVersion) => {
    const published = await call(contractTemplates.publish, { id: template.id, effectiveFrom, rowVersion })
    toast.success(t('contractTemplates.published', { version: published.version }))
    onClose()
  }
  return (
    <FormDialog
      title={t('contractTemplates.publishTitle', { name: template.name, version })}
      lead={t('contractTemplates.publishNote')}
      form={form}
      row={template}
      ok={t('contractTemplates.publish')}
      onSubmit={save}
      onClose={onClose}
    >
      <F.Date name="effectiveFrom" label={t('contractTemplates.effectiveFrom')} required />
    </FormDialog>
  )
}
