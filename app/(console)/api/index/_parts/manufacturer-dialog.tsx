'use client'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { codeOptions } from '@/lib/client/options'
import { type ManufacturerRow, manufacturers } from '@/lib/domains/manufacturers/contract'
import {
  interfaceStates,
  manufacturerCode,
  manufacturerLimits,
  settleCycles,
} from '@/lib/domains/manufacturers/rules/subsidy-policy'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'

type Values = {
  code: string
  name: string
  brands: string
  interfaceState: ManufacturerRow['interfaceState']
  keyTail: string
  contact: string
  agreementTo: string
  settleCycle: ManufacturerRow['settleCycle']
}
const F = fieldsFor<Values>()
const stateOptions = codeOptions('manufacturers.interfaceStates', interfaceStates)
const cycleOptions = codeOptions('manufacturers.settleCycles', settleCycles)

/** Names between commas of either kind. */
const namesIn = (text: string) =>
  text
    .split(/[,，、]+/)
    .map((name) => name.trim())
    .filter((name) => name !== '')

const findings = ({ code, name, keyTail }: Values) => ({
  ...(!manufacturerCode.test(code) && { code: 'manufacturers.badCode' }),
  ...(name.trim() === '' && { name: 'rules.required' }),
  ...(!/^([A-Za-z0-9]{4})?$/.test(keyTail.trim()) && { keyTail: 'manufacturers.badKeyTail' }),
})

/** 新增, or 编辑 of all but its code. */
export default function ManufacturerDialog({
  row,
  onClose,
}: {
  row: ManufacturerRow | undefined
  onClose: () => void
}) {
  const t = useT()
  const form = useCheckedForm<Values>(
    {
      code: row?.code ?? '',
      name: row?.name ?? '',
      brands: (row?.brands ?? []).join(t('ui.separator')),
      interfaceState: row?.interfaceState ?? 'none',
      keyTail: row?.keyTail ?? '',
      contact: row?.contact ?? '',
      agreementTo: row?.agreementTo ?? '',
      settleCycle: row?.settleCycle ?? 'month',
    },
    findings,
  )
  const save = async ({ code, brands, agreementTo, ...others }: Values, version: number | undefined) => {
    const values = { ...others, brands: namesIn(brands), agreementTo: agreementTo || undefined }
    if (row) await call(manufacturers.save, { id: row.id, rowVersion: version ?? row.rowVersion, ...values })
    else await call(manufacturers.add, { code, ...values })
    toast.success(t(row ? 'manufacturers.saved' : 'manufacturers.added', { name: values.name }))
    onClose()
  }
  return (
    <FormDialog
      title={row ? t('manufacturers.editTitle', { name: row.name }) : t('manufacturers.add')}
      form={form}
      row={row}
      onSubmit={save}
      onClose={onClose}
      width={760}
      fieldLabel={(path) => t(`manufacturers.${path}` as MessageKey)}
    >
      <F.Text
        name="code"
        label={t('manufacturers.code')}
        clean={(text) => text.trim().toUpperCase()}
        maxLength={20}
        readOnly={row !== undefined}
        required
      />
      <F.Text name="name" label={t('manufacturers.name')} maxLength={manufacturerLimits.name} required />
      <F.Select name="settleCycle" label={t('manufacturers.settleCycle')} options={cycleOptions} required />
      <F.Text
        name="brands"
        label={t('manufacturers.brands')}
        help={t('manufacturers.brandHint')}
        maxLength={400}
        span={3}
      />
      <F.Select
        name="interfaceState"
        label={t('manufacturers.interfaceState')}
        options={stateOptions}
        required
      />
      <F.Text name="keyTail" label={t('manufacturers.keyTail')} maxLength={4} />
      <F.Text name="contact" label={t('manufacturers.contact')} maxLength={manufacturerLimits.contact} />
      <F.Date name="agreementTo" label={t('manufacturers.agreementTo')} />
    </FormDialog>
  )
}
