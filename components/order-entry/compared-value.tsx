'use client'
import { Fragment, type ReactNode } from 'react'
import { FieldValueText } from '@/components/form/field-value'
import { type OptionSource, useOptions } from '@/lib/client/options'
import { labelKey, labelKeyIn } from '@/lib/domains/orders/rules/entry/entry-labels'
import type { FieldValue } from '@/lib/domains/orders/rules/entry/field-spec'
import type { Row, Section } from '@/lib/domains/orders/rules/entry/section'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'

type Known = {
  /** By name in the values. */
  sections: Readonly<Record<string, Section>>
  /** Everything that fields choose from that is in no dictionary, by section and field. */
  options: Readonly<Partial<Record<string, Readonly<Record<string, OptionSource>>>>>
}

/**
 * The text by which the dialog about a conflict shows a value of a form of sections: codes as their words, amounts as
 * amounts, a whole row field by field.
 *
 *     <Form comparedValue={comparedValue({ sections: sectionsByName, options: choices })} … />
 */
export function comparedValue(known: Known): (path: string, value: unknown) => ReactNode {
  return (path, value) => {
    if (value === null || value === undefined) return undefined
    const [name = '', ...rest] = path.split('.')
    const section = known.sections[name]
    const spec = section?.fields.find((field) => field.name === rest.at(-1))
    const options = known.options[name] ?? {}
    if (!section) return undefined
    if (!spec) return <RowText section={section} row={value as Row} options={options} />
    const source = options[spec.name]
    if (source) return <OptionText source={source} value={String(value)} />
    return <FieldValueText spec={spec} value={value as FieldValue} />
  }
}

/**
 * The place of a difference: section, row and the person of the row before the field.
 *
 * @param valuesAt the form's own values at a path
 */
export function comparedLabel(
  sections: Known['sections'],
  translate: (key: string) => string,
  valuesAt: (path: string) => unknown,
): (path: string) => string {
  return (path) => {
    const [, name = '', index, field] = /^(\w+)(?:\.(\d+))?(?:\.(\w+))?/.exec(path) ?? []
    const section = sections[name]
    if (!section) return translate(labelKey(path))
    const row = (valuesAt(index === undefined ? name : `${name}.${index}`) ?? {}) as Row
    return [
      translate(`sections.${section.code}`),
      index !== undefined && String(Number(index) + 1),
      index !== undefined && String(row.name ?? ''),
      field && translate(labelKeyIn(path, row)),
    ]
      .filter(Boolean)
      .join(' ')
  }
}

function OptionText({ source, value }: { source: OptionSource; value: string }) {
  return useOptions(source).find((option) => option.value === value)?.label ?? value
}

function RowText({
  section,
  row,
  options,
}: {
  section: Section
  row: Row
  options: Readonly<Record<string, OptionSource>>
}) {
  const t = useT()
  const shown = comparedValue({ sections: { [section.name]: section }, options: { [section.name]: options } })
  return section.fields
    .filter(({ name, initial }) => row[name] !== undefined && row[name] !== initial)
    .map(({ name }) => (
      <Fragment key={name}>
        {t(labelKey(`${section.name}.${name}`) as MessageKey)}: {shown(`${section.name}.${name}`, row[name])}
        <br />
      </Fragment>
    ))
}
