'use client'
import { memo } from 'react'
import { useWatch } from 'react-hook-form'
import { FieldGrid } from '@/components/form/field-grid'
import type { OptionSource } from '@/lib/client/options'
import { labelKeyIn } from '@/lib/domains/orders/rules/entry/entry-labels'
import type { Overrides, Row, Section } from '@/lib/domains/orders/rules/entry/section'
import type { MessageKey } from '@/lib/i18n/translator'
import { EntryField } from './entry-field'
import { spansFor, wholeRow } from './field-sizes'
import styles from './order-entry.module.css'
import { useFolding } from './use-folding'
import { useWarnings } from './warnings'

export type SectionFieldsProps = {
  section: Section
  /** The path of the values of the section in the form: `customer`, or `contacts.0`. */
  path: string
  overrides?: Overrides
  /** Everything that fields choose from that is in no dictionary, by field name. */
  options?: Readonly<Record<string, OptionSource>>
}

/**
 * The visible fields of a section, in order; conditions between them follow the values as they are typed.
 *
 *     <SectionFields section={customerIdentity} path="customer" />
 */
export const SectionFields = memo(function SectionFields(props: SectionFieldsProps) {
  const { section, path, overrides } = props
  const row: Row = useWatch({ name: path }) ?? section.defaults
  const { isHidden, tool } = useFolding(section, [{ path, row }], overrides)
  return (
    <>
      <div className={styles.tools} data-tools>
        {tool}
      </div>
      <RowFields {...props} row={row} isHidden={isHidden} />
    </>
  )
})

/** The fields of one row, laid out together. */
export function RowFields({
  section,
  path,
  row,
  overrides,
  options,
  isHidden,
}: SectionFieldsProps & { row: Row; isHidden: (place: string) => boolean }) {
  const warnings = useWarnings()
  const shown = section.fields.flatMap((spec) => {
    const state = section.state(spec, row, overrides)
    return state.visible && !isHidden(`${path}.${spec.name}`) ? [{ spec, state }] : []
  })
  const spans = spansFor(shown.map(({ spec }) => spec))
  return (
    <FieldGrid>
      {shown.map(({ spec, state }, at) => (
        <EntryField
          key={spec.name}
          spec={spec}
          path={`${path}.${spec.name}`}
          label={labelKeyIn(`${path}.${spec.name}`, row) as MessageKey}
          required={state.required}
          readOnly={state.readOnly}
          {...(spans[at] ?? wholeRow)}
          options={options?.[spec.name]}
          warning={warnings[`${path}.${spec.name}`]}
        />
      ))}
    </FieldGrid>
  )
}
