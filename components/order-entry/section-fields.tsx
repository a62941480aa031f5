'use client'
import { memo } from 'react'
import { useWatch } from 'react-hook-form'
import { FieldGrid } from '@/components/form/field-grid'
import type { OptionSource } from '@/lib/client/options'
import type { Overrides, Row, Section } from '@/lib/rules/order-entry/section'
import { EntryField } from './entry-field'
import { useWarnings } from './warnings'

export type SectionFieldsProps = {
  section: Section
  /** Where the values of the section stand in the form: `customer`, or `contacts.0`. */
  path: string
  overrides?: Overrides
  /** What fields choose from that is in no dictionary, by field name. */
  options?: Readonly<Record<string, OptionSource>>
}

/**
 * The visible fields of a section, in order; conditions between them follow the values as they are typed.
 *
 *     <SectionFields section={customerIdentity} path="customer" />
 */
export const SectionFields = memo(function SectionFields({
  section,
  path,
  overrides,
  options,
}: SectionFieldsProps) {
  const row: Row = useWatch({ name: path }) ?? section.defaults
  const warnings = useWarnings()
  return (
    <FieldGrid>
      {section.fields.map((spec) => {
        const state = section.state(spec, row, overrides)
        const place = `${path}.${spec.name}`
        return (
          state.visible && (
            <EntryField
              key={spec.name}
              spec={spec}
              path={place}
              state={state}
              options={options?.[spec.name]}
              warning={warnings[place]}
            />
          )
        )
      })}
    </FieldGrid>
  )
})
