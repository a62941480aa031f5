import type { ComponentProps, FC } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { CheckboxField, RadioField, SelectField } from './choice-fields'
import { DateField } from './date-field'
import { DateTimeField } from './date-time-field'
import { RegionField } from './region-field'
import { CardField, DigitsField, MoneyField, RateField, TextAreaField, TextField } from './text-fields'

const components = {
  Text: TextField,
  Digits: DigitsField,
  Card: CardField,
  Money: MoneyField,
  Rate: RateField,
  Date: DateField,
  DateTime: DateTimeField,
  Select: SelectField,
  Radio: RadioField,
  Checkbox: CheckboxField,
  TextArea: TextAreaField,
  Region: RegionField,
}

type Components = typeof components

/** The field components with `name` checked against the values of one form. */
export type FieldsFor<V extends FieldValues> = {
  [C in keyof Components]: FC<Omit<ComponentProps<Components[C]>, 'name'> & { name: FieldPath<V> }>
}

/**
 * The field components for a form's values: a name that is no path of them does not compile.
 *
 *     const F = fieldsFor<IntakeValues>()
 *     <F.Money name="plan.amount" label={t('columns.appliedAmount')} required />
 */
export function fieldsFor<V extends FieldValues>(): FieldsFor<V> {
  return components as FieldsFor<V>
}
