'use client'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { ActionButton } from '@/components/ui/action-button'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { gps } from '@/lib/domains/gps/contract'
import { isOfOrder, lackingDevices } from '@/lib/domains/gps/rules/gps'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import styles from './gps.module.css'

type Values = { deviceNo: string }
const F = fieldsFor<Values>()

const findings = ({ deviceNo }: Values): Partial<Record<keyof Values, MessageKey>> =>
  deviceNo.trim() === '' ? { deviceNo: 'rules.required' } : {}

/** The device that the order gets: scanned, typed, or one of those that its shop holds. */
export default function ReserveDialog({
  data: { order, needed, devices, offered },
  onClose,
}: {
  data: OutputOf<typeof gps.fitting>
  onClose: () => void
}) {
  const t = useT()
  const form = useCheckedForm<Values>({ deviceNo: '' }, findings)
  const lacking = lackingDevices(needed, devices, isOfOrder)
  const wanted = offered.filter(({ deviceType }) => lacking[deviceType] > 0)
  const save = async ({ deviceNo }: Values) => {
    await call(gps.reserve, { orderId: order.id, deviceNo })
    toast.success(t('gps.reserved', { deviceNo }))
    onClose()
  }
  return (
    <FormDialog title={t('gps.reserve')} form={form} onSubmit={save} onClose={onClose} width={520}>
      <F.Text
        name="deviceNo"
        label={t('gps.deviceNo')}
        help={t('gps.reserveHelp')}
        clean={(text) => text.trim().toUpperCase()}
        required
      />
      <div className={styles.offered}>
        <span>{wanted.length === 0 ? t('gps.offeredNone') : t('gps.offered')}</span>
        {wanted.map(({ deviceNo, deviceType }) => (
          <ActionButton
            key={deviceNo}
            size="small"
            onClick={() => form.setValue('deviceNo', deviceNo, { shouldDirty: true, shouldValidate: true })}
          >
            {`${deviceNo} ${t(`gps.kinds.${deviceType}`)}`}
          </ActionButton>
        ))}
      </div>
    </FormDialog>
  )
}
