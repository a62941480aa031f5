'use client'
import { instantOf } from '@/components/form/date-time-field'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { type FittedDevice, gps } from '@/lib/domains/gps/contract'
import { gpsLimits } from '@/lib/domains/gps/rules/gps'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'

type Values = { installPoint: string; installPlace: string; installer: string; installedAt: string }
const F = fieldsFor<Values>()

function findings(values: Values): Partial<Record<keyof Values, MessageKey>> {
  const found: Partial<Record<keyof Values, MessageKey>> = {}
  for (const field of ['installPoint', 'installPlace', 'installer'] as const)
    if (values[field].trim() === '') found[field] = 'rules.required'
  const at = instantOf(values.installedAt)
  if (at === '') found.installedAt = 'rules.required'
  else if (Date.parse(at) > Date.now()) found.installedAt = 'gps.wrong.later'
  return found
}

/** The business time of now, as the field has it. */
const nowText = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 16)

/** 安装登记 of a device whose photos are there. */
export default function FitDialog({
  orderId,
  device,
  onClose,
}: {
  orderId: number
  device: FittedDevice
  onClose: () => void
}) {
  const t = useT()
  const form = useCheckedForm<Values>(
    {
      installPoint: '',
      installPlace: device.shopName ?? '',
      installer: device.holder ?? '',
      installedAt: nowText(),
    },
    findings,
  )
  const save = async (values: Values) => {
    const installedAt = instantOf(values.installedAt)
    await call(gps.fit, { ...values, installedAt, orderId, deviceId: device.id })
    toast.success(t('gps.fitted'))
    onClose()
  }
  return (
    <FormDialog title={`${t('gps.fit')} ${device.deviceNo}`} form={form} onSubmit={save} onClose={onClose}>
      <F.Text
        name="installPoint"
        label={t('gps.installPoint')}
        help={t('gps.installPointHelp')}
        maxLength={gpsLimits.point}
        required
      />
      <F.Text
        name="installPlace"
        label={t('gps.installPlace')}
        help={t('gps.installPlaceHelp')}
        maxLength={gpsLimits.place}
        required
      />
      <F.Text name="installer" label={t('gps.installer')} maxLength={gpsLimits.holder} required />
      <F.DateTime name="installedAt" label={t('gps.installedAt')} required />
    </FormDialog>
  )
}
