'use client'
import { memo } from 'react'
import { CheckboxField, RadioField, SelectField } from '@/components/form/choice-fields'
import { DateField } from '@/components/form/date-field'
import type { Spans } from '@/components/form/field-frame'
import { FieldValueText } from '@/components/form/field-value'
import { RegionField } from '@/components/form/region-field'
import { ShownValue } from '@/components/form/shown-value'
import { DigitsField, MoneyField, RateField, TextAreaField, TextField } from '@/components/form/text-fields'
import { dictionaryOptions, type OptionSource } from '@/lib/client/options'
import type { Field, FieldValue } from '@/lib/domains/orders/rules/entry/field-spec'
import type { FieldState } from '@/lib/domains/orders/rules/entry/section'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { CarNameField } from './car-name-field'
import { isNumberKind, SampleButton } from './sample-button'

/** Dictionaries of a few entries, better seen than unfolded. */
const inSight: readonly string[] = ['vehicle_kind', 'gender']

const dictionaries = new Map<string, OptionSource>()

function dictionary(type: string): OptionSource {
  const known = dictionaries.get(type) ?? dictionaryOptions(type)
  dictionaries.set(type, known)
  return known
}

const inputModes = { mobile: 'tel', phone: 'tel', card: 'numeric' } as Record<string, 'tel' | 'numeric'>

/**
 * The control of a field of a section, by its kind. A field that is given `options` chooses from them. Drawn anew when
 * something of itself changes: a section has dozens, and each key changes one.
 */
export const EntryField = memo(function EntryField({
  spec,
  path,
  label,
  required,
  readOnly,
  options,
  wide,
  middle,
  narrow,
  warning,
}: {
  spec: Field
  /** Of the field in the form values. */
  path: string
  label: MessageKey
  options?: OptionSource
  warning?: string
} & Pick<FieldState, 'required' | 'readOnly'> &
  // Columns of its row.
  Spans) {
  const t = useT()
  const props = {
    name: path,
    label: t(label),
    required,
    readOnly,
    warning,
    span: { wide, middle, narrow },
  } as const
  const { maxLength } = spec
  if (readOnly) {
    return (
      <ShownValue<FieldValue> {...props} show={(value) => <FieldValueText spec={spec} value={value} />} />
    )
  }
  if (options) return <SelectField {...props} options={options} />
  switch (spec.kind) {
    case 'longText':
      return <TextAreaField {...props} maxLength={maxLength} />
    case 'integer':
      return <DigitsField {...props} maxLength={maxLength} />
    case 'decimal':
      return <DigitsField {...props} maxLength={maxLength} float />
    case 'brand':
    case 'series':
    case 'model':
      return <CarNameField {...props} level={spec.kind} maxLength={maxLength} />
    case 'money':
      return (
        <MoneyField
          {...props}
          maxLength={maxLength}
          {...(spec.inTenThousands && { unit: t('form.tenThousandYuan') })}
        />
      )
    case 'rate':
      return <RateField {...props} />
    case 'date':
      return <DateField {...props} />
    case 'flag':
      return <CheckboxField {...props} />
    case 'region':
      return <RegionField {...props} levels={spec.levels === 1 ? 1 : spec.levels === 3 ? 3 : 2} />
    case 'dict': {
      const type = spec.dict ?? ''
      const Choice = inSight.includes(type) ? RadioField : SelectField
      return <Choice {...props} options={dictionary(type)} />
    }
    default:
      return (
        <TextField
          {...props}
          clean={spec.normalise}
          maxLength={maxLength}
          inputMode={inputModes[spec.kind]}
          button={
            isNumberKind(spec.kind) && <SampleButton name={path} kind={spec.kind} label={props.label} />
          }
        />
      )
  }
})
