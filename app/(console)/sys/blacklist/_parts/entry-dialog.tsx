'use client'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { codeOptions } from '@/lib/client/options'
import { blacklist } from '@/lib/domains/blacklist/contract'
import {
  checkNumber,
  cleanNumberOf,
  levels,
  numberTypes,
  sources,
} from '@/lib/domains/blacklist/rules/blacklist'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import type { InputOf } from '@/lib/platform/contract/endpoint'

type Values = Omit<InputOf<typeof blacklist.add>, 'eventId' | 'validTo'> & { validTo: string }
const F = fieldsFor<Values>()
const typeOptions = codeOptions('blacklist.types', numberTypes)
const levelOptions = codeOptions('blacklist.levels', levels)
const sourceOptions = codeOptions('blacklist.sources', sources)

function findings({ numberType, number, reason }: Values): Partial<Record<keyof Values, MessageKey>> {
  const wrong = checkNumber(numberType, number)
  return {
    ...(wrong && { number: wrong }),
    ...(reason.trim() === '' && { reason: 'rules.required' }),
  }
}

/** 新增名单: the number is judged by what it is. */
export default function EntryDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const form = useCheckedForm<Values>(
    { numberType: 'idNo', number: '', level: levels[0], source: sources[0], reason: '', validTo: '' },
    findings,
  )
  const numberType = form.watch('numberType')
  const save = async ({ validTo, ...values }: Values) => {
    await call(blacklist.add, { ...values, validTo: validTo || undefined })
    toast.success(
      t('blacklist.added', { number: values.number, level: t(`blacklist.levels.${values.level}`) }),
    )
    onClose()
  }
  return (
    <FormDialog title={t('blacklist.add')} form={form} onSubmit={save} onClose={onClose}>
      <F.Select name="numberType" label={t('blacklist.numberType')} options={typeOptions} required />
      <F.Text
        name="number"
        label={t(`blacklist.types.${numberType}`)}
        clean={(text) => cleanNumberOf(numberType, text)}
        required
      />
      <F.Radio name="level" label={t('blacklist.level')} options={levelOptions} required />
      <F.Radio name="source" label={t('blacklist.source')} options={sourceOptions} required />
      <F.TextArea name="reason" label={t('blacklist.reason')} rows={2} maxLength={200} required />
      <F.Date name="validTo" label={t('blacklist.validTo')} help={t('blacklist.validToHint')} />
    </FormDialog>
  )
}
