'use client'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { codeOptions } from '@/lib/client/options'
import { useServiceDay } from '@/lib/client/service-day'
import { calendar } from '@/lib/domains/calendar/contract'
import { calendarLimits, dayKinds, rangeRefusal } from '@/lib/domains/calendar/rules/calendar-day'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import type { InputOf } from '@/lib/platform/contract/endpoint'

type Values = Omit<InputOf<typeof calendar.add>, 'eventId'>
const F = fieldsFor<Values>()
const kindOptions = codeOptions('calendar.kinds', dayKinds)

/** 新增 the days of a range. */
export default function AddDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const today = useServiceDay()
  const findings = ({ from, to, name }: Values): Partial<Record<keyof Values, MessageKey>> => {
    const refusal = from && to ? rangeRefusal({ from, to }, today) : null
    return {
      ...(!from && { from: 'rules.required' }),
      ...(!to && { to: 'rules.required' }),
      ...(refusal && { [refusal.at]: `calendar.refusals.${refusal.why}` }),
      ...(name.trim() === '' && { name: 'rules.required' }),
    }
  }
  const form = useCheckedForm<Values>({ from: '', to: '', kind: dayKinds[0], name: '' }, findings)
  const save = async (values: Values) => {
    const { added } = await call(calendar.add, values)
    toast.success(t('calendar.added', { added }))
    onClose()
  }
  return (
    <FormDialog title={t('calendar.addTitle')} form={form} onSubmit={save} onClose={onClose}>
      <F.Date name="from" label={t('calendar.from')} min={today} required />
      <F.Date name="to" label={t('calendar.to')} min={form.watch('from') || today} required />
      <F.Radio
        name="kind"
        label={t('calendar.kind')}
        options={kindOptions}
        help={t('calendar.rangeHint')}
        required
      />
      <F.Text name="name" label={t('calendar.name')} maxLength={calendarLimits.name} required />
    </FormDialog>
  )
}
