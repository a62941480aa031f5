'use client'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { codeOptions } from '@/lib/client/options'
import { dueDiligence } from '@/lib/domains/due-diligence/contract'
import {
  type DiligenceKind,
  type DiligencePart,
  diligenceKinds,
  diligenceLimits,
  diligenceParts,
  diligenceReasons,
} from '@/lib/domains/due-diligence/rules/due-diligence'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'

type Values = {
  kind: DiligenceKind
  reason: (typeof diligenceReasons)[number] | ''
  home: boolean
  work: boolean
  car: boolean
  region: string[]
  note: string
}
const F = fieldsFor<Values>()
const kindOptions = codeOptions('dueDiligence.kinds', diligenceKinds)
const reasonOptions = codeOptions('dueDiligence.reasons', diligenceReasons)
const partsIn = (values: Values): DiligencePart[] => diligenceParts.filter((part) => values[part])

function findings(values: Values): Partial<Record<keyof Values, MessageKey>> {
  return {
    ...(values.reason === '' && { reason: 'rules.required' }),
    ...(partsIn(values).length === 0 && { home: 'dueDiligence.noPart' }),
    ...(!values.region[1] && { region: 'rules.required' }),
  }
}

/** 发起尽调. */
export default function OrderDialog({
  orderId,
  region,
  onClose,
}: {
  orderId: number
  /** The place that it would go to. */
  region: readonly string[]
  onClose: () => void
}) {
  const t = useT()
  const form = useCheckedForm<Values>(
    {
      kind: diligenceKinds[0],
      reason: '',
      home: true,
      work: true,
      car: false,
      region: [...region],
      note: '',
    },
    findings,
  )
  const save = async (values: Values) => {
    const { kind, reason, note } = values
    if (reason === '') return
    const [province = '', city = ''] = values.region
    const { ddNo } = await call(dueDiligence.order, {
      orderId,
      kind,
      reason,
      note,
      parts: partsIn(values),
      region: [province, city],
    })
    toast.success(t('dueDiligence.ordered', { ddNo }))
    onClose()
  }
  return (
    <FormDialog title={t('dueDiligence.order')} form={form} onSubmit={save} onClose={onClose}>
      <F.Radio name="kind" label={t('dueDiligence.kind')} options={kindOptions} required />
      <F.Select name="reason" label={t('dueDiligence.reason')} options={reasonOptions} required />
      {diligenceParts.map((part) => (
        <F.Checkbox key={part} name={part} label={t(`dueDiligence.part.${part}`)} />
      ))}
      <F.Region name="region" label={t('dueDiligence.region')} levels={2} required />
      <F.TextArea name="note" label={t('dueDiligence.note')} rows={2} maxLength={diligenceLimits.note} />
    </FormDialog>
  )
}
