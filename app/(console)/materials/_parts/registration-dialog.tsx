'use client'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { dictionaryOptions } from '@/lib/client/options'
import { papers, type RegistrationView } from '@/lib/domains/materials/contract/papers'
import type { ExtraKind } from '@/lib/domains/materials/rules/material-sets'
import {
  type RegistrationValues,
  registrationFindings,
  registrationLimits,
} from '@/lib/domains/orders/rules/registration'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { businessDate } from '@/lib/rules/business-date'
import { normalisePlate } from '@/lib/rules/plate'

const F = fieldsFor<RegistrationValues>()
const colours = dictionaryOptions('plate_color')

const asStored = (values: RegistrationValues): RegistrationValues => ({
  ...values,
  plateNo: normalisePlate(values.plateNo),
  regCertNo: values.regCertNo.trim().toUpperCase(),
})

/** 车辆登记 as the new certificate says it. Whose car it is follows from the order until somebody types another. */
export default function RegistrationDialog({
  order,
  kind,
  registration,
  onClose,
}: {
  order: { id: number; rowVersion: number; customerName: string }
  kind: ExtraKind
  registration: RegistrationView
  onClose: () => void
}) {
  const t = useT()
  const today = businessDate(Date.now())
  const { plateNo, plateColor, regCertNo, registeredOn, ownerName, lessor } = registration
  const form = useCheckedForm<RegistrationValues>(
    {
      plateNo: plateNo ?? '',
      plateColor: plateColor ?? '',
      regCertNo: regCertNo ?? '',
      registeredOn: registeredOn ?? '',
      // Before it is registered the car has its former owner, or none.
      ownerName: (registeredOn ? ownerName : null) ?? lessor ?? order.customerName,
    },
    (values): Partial<Record<keyof RegistrationValues, MessageKey>> =>
      registrationFindings(asStored(values), today),
  )
  const save = async (values: RegistrationValues, rowVersion: number | undefined) => {
    await call(papers.saveRegistration, {
      ...asStored(values),
      kind,
      orderId: order.id,
      rowVersion: rowVersion ?? order.rowVersion,
    })
    toast.success(t('papers.registrationSaved'))
    onClose()
  }
  return (
    <FormDialog title={t('papers.registration')} form={form} row={order} onSubmit={save} onClose={onClose}>
      <F.Text name="plateNo" label={t('papers.plateNo')} maxLength={8} required />
      <F.Select name="plateColor" label={t('papers.plateColor')} options={colours} required />
      <F.Text
        name="regCertNo"
        label={t('papers.regNo')}
        maxLength={registrationLimits.certificate}
        required
      />
      <F.Date name="registeredOn" label={t('papers.registeredOn')} required />
      <F.Text name="ownerName" label={t('papers.ownerName')} maxLength={registrationLimits.owner} required />
    </FormDialog>
  )
}
