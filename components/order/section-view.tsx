'use client'
import type { ReactNode } from 'react'
import { ProofMark } from '@/components/evidence/proof-mark'
import { FieldValueText } from '@/components/form/field-value'
import { KeyValue, KeyValues } from '@/components/ui/section'
import { labelKey, labelKeyIn } from '@/lib/domains/orders/rules/entry/entry-labels'
import type { Field } from '@/lib/domains/orders/rules/entry/field-spec'
import type { Overrides, Row, Section } from '@/lib/domains/orders/rules/entry/section'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { maskOfField } from '@/lib/rules/mask'
import { ReturnMark } from './return-mark'
import styles from './section-view.module.css'
import { SensitiveText } from './sensitive-text'

/** Everything that stands for some fields instead of their value, by field name: a product's name for its id. */
export type ShownInstead = Readonly<Record<string, ReactNode>>

/**
 * The fields of a section with what is in them, read-only: those that the form would show for these values.
 *
 *     <SectionView section={intakeSections.intent} row={values.intent} instead={{ productId: order.productName }} />
 */
export function SectionView({
  section,
  row = section.defaults,
  instead = {},
  of,
  only,
  overrides,
}: {
  section: Section
  row?: Row
  instead?: ShownInstead
  /** The path of the row on the order, for its personal data: `entry.customer`. */
  of: string
  /** Names of the fields to show; all when not given. */
  only?: readonly string[]
  /** The template's differences from the section. */
  overrides?: Overrides
}) {
  const t = useT()
  return (
    <KeyValues>
      {section.fields.map((spec) => {
        if (only?.includes(spec.name) === false || !section.state(spec, row, overrides).visible) return null
        const label = t(labelKeyIn(`${section.name}.${spec.name}`, row) as MessageKey)
        return (
          <KeyValue key={spec.name} label={label} wide={spec.kind === 'longText'}>
            {instead[spec.name] ?? <Value spec={spec} row={row} label={label} of={of} />}
            <ReturnMark kind="field" at={pathOf(of, spec)} label={label} />
            {provable(spec, row) && <ProofMark field={pathOf(of, spec)} label={label} />}
          </KeyValue>
        )
      })}
    </KeyValues>
  )
}

/** Everything that a picture may show: a text or an amount that is there. */
const provable = ({ name, kind }: Field, row: Row) =>
  kind !== 'longText' && typeof row[name] === 'string' && row[name] !== ''

/** As pins and marks name it: `customer.idNo` of `entry.customer`. */
const pathOf = (of: string, { name }: Field) => `${of.replace(/^(entry|intake)\./, '')}.${name}`

/** A value of a row; personal data with the eye. */
function Value({ spec, row, label, of }: { spec: Field; row: Row; label: string; of: string }) {
  const value = row[spec.name] ?? spec.initial
  return typeof value === 'string' && maskOfField(spec.name) ? (
    <SensitiveText masked={value} label={label} field={`${of}.${spec.name}`} />
  ) : (
    <FieldValueText spec={spec} value={value} />
  )
}

/** More columns than this are no table any more. */
const mostColumns = 6

/** The rows of a repeated section: a table, or where a row is too long for that, its fields one row after the other. */
export function SectionRowsView({
  section,
  rows,
  instead = () => ({}),
  of,
  empty,
}: {
  section: Section
  rows: readonly Row[]
  instead?: (row: Row) => ShownInstead
  /** The path of the rows on the order: `entry.contacts`. */
  of: string
  /** Said when there is no row. */
  empty: string
}) {
  if (rows.length === 0) return <p className={styles.none}>{empty}</p>
  const numbered = rows.map((row, index) => ({ row, number: index + 1, of: `${of}.${index}` }))
  if (section.fields.length > mostColumns) {
    return numbered.map(({ row, number, of }) => (
      <div key={number} className={styles.row}>
        <SectionView section={section} row={row} instead={instead(row)} of={of} />
      </div>
    ))
  }
  return <RowTable section={section} numbered={numbered} instead={instead} />
}

function RowTable({
  section,
  numbered,
  instead,
}: {
  section: Section
  numbered: readonly { row: Row; number: number; of: string }[]
  instead: (row: Row) => ShownInstead
}) {
  const t = useT()
  const columns = section.fields.map((spec) => ({
    spec,
    label: t(labelKey(`${section.name}.${spec.name}`) as MessageKey),
    number: spec.kind === 'money' || undefined,
  }))
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {columns.map(({ spec, label, number }) => (
            <th key={spec.name} scope="col" data-number={number}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {numbered.map(({ row, number: line, of }) => (
          <tr key={line}>
            {columns.map(({ spec, label, number }) => (
              <td key={spec.name} data-label={label} data-number={number}>
                {instead(row)[spec.name] ?? <Value spec={spec} row={row} label={label} of={of} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
