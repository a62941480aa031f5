'use client'
import { memo } from 'react'
import { useFieldArray, useWatch } from 'react-hook-form'
import { FieldGrid } from '@/components/form/field-grid'
import { ActionButton, IconButton } from '@/components/ui/action-button'
import type { OptionSource } from '@/lib/client/options'
import { useT } from '@/lib/i18n/use-t'
import type { Overrides, Row, Section } from '@/lib/rules/order-entry/section'
import { EntryField } from './entry-field'
import styles from './order-entry.module.css'
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

/** The rows of a repeated section, with adding and taking away. */
export const SectionRows = memo(function SectionRows({
  section,
  path,
  overrides,
  options,
  fewest = 0,
  most = 20,
  rowTitle,
}: SectionFieldsProps & {
  /** Rows that stay: two emergency contacts. */
  fewest?: number
  most?: number
  /** Says what a row is: 联系人. */
  rowTitle: string
}) {
  const t = useT()
  const { fields, append, remove } = useFieldArray({ name: path })
  return (
    <div className={styles.rows}>
      {fields.map(({ id }, index) => (
        <fieldset key={id} className={styles.row}>
          <legend>{t('record.rowTitle', { title: rowTitle, number: index + 1 })}</legend>
          {fields.length > fewest && (
            <span className={styles.remove}>
              <IconButton
                icon="trash"
                size="small"
                label={t('record.removeRow', { title: rowTitle, number: index + 1 })}
                onClick={() => remove(index)}
              />
            </span>
          )}
          <SectionFields
            section={section}
            path={`${path}.${index}`}
            overrides={overrides}
            options={options}
          />
        </fieldset>
      ))}
      {fields.length === 0 && <p className={styles.none}>{t('record.noRows', { title: rowTitle })}</p>}
      {fields.length < most && (
        <div>
          <ActionButton size="small" onClick={() => append({ ...section.defaults })}>
            {t('record.addRow', { title: rowTitle })}
          </ActionButton>
        </div>
      )}
    </div>
  )
})
