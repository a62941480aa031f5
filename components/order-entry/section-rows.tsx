'use client'
import { Trash2 } from 'lucide'
import { memo, type ReactNode, useEffect, useRef } from 'react'
import { useFieldArray, useFormState, useWatch } from 'react-hook-form'
import { errorList, focusField } from '@/components/form/error-paths'
import { ActionButton, IconButton } from '@/components/ui/action-button'
import { Icon } from '@/components/ui/icon'
import type { Row } from '@/lib/domains/orders/rules/entry/section'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import styles from './order-entry.module.css'
import { RowFields, type SectionFieldsProps } from './section-fields'
import { useFolding } from './use-folding'

/** A row that is still to come, and the words of the button that adds it. */
export type NewRow = { label: string; row: Row }

/**
 * The rows of a repeated section, with adding and taking away. A section that lacks a row it must have says so at its
 * foot, with the button that adds it.
 */
export const SectionRows = memo(function SectionRows({
  section,
  path,
  overrides,
  options,
  fewest = 0,
  most = 20,
  rowTitle,
  first,
  lacks,
  empty,
}: SectionFieldsProps & {
  /** Rows that stay: two emergency contacts. */
  fewest?: number
  most?: number
  /** Says what a row is: 联系人. */
  rowTitle: string
  /** Everything that a new row begins with; a fresh object each time would draw the section anew. */
  first?: Row
  /** The row that the section must have and has not; its head says so. */
  lacks?: NewRow
  /** Instead of 暂无{title} while there are none. */
  empty?: ReactNode
}) {
  const t = useT()
  const whole = useRef<HTMLDivElement>(null)
  const { fields, append, remove } = useFieldArray({ name: path })
  const values: readonly Row[] = useWatch({ name: path }) ?? []
  const error = errorList(useFormState({ name: path }).errors).find((found) => found.path === path)
  const rows = fields.map((_, index) => ({
    path: `${path}.${index}`,
    row: values[index] ?? section.defaults,
  }))
  const { isHidden, tool } = useFolding(section, rows, overrides)

  // The hands go on in the row that was asked for.
  const isAdded = useRef(false)
  useEffect(() => {
    const row = whole.current?.querySelectorAll<HTMLElement>('[data-row]')[fields.length - 1]
    if (isAdded.current && row) focusField(row)
    isAdded.current = false
  }, [fields.length])
  const add = (row: Row) => {
    isAdded.current = true
    append({ ...section.defaults, ...first, ...row }, { shouldFocus: false })
  }
  const addLabel = t('record.addRow', { title: rowTitle })
  const mayAdd = fields.length < most && lacks?.label !== addLabel
  return (
    <div className={styles.rows} ref={whole}>
      <div className={styles.tools} data-tools>
        {tool}
        {mayAdd && (
          <ActionButton size="small" variant="text" icon="plus" tabIndex={-1} onClick={() => add({})}>
            {addLabel}
          </ActionButton>
        )}
      </div>
      {fields.map(({ id }, index) => (
        <fieldset key={id} className={styles.row} data-row>
          <legend>{t('record.rowTitle', { title: rowTitle, number: index + 1 })}</legend>
          {fields.length > fewest && (
            <span className={styles.remove} data-tools>
              <IconButton
                icon={Trash2}
                size="small"
                tabIndex={-1}
                label={t('record.removeRow', { title: rowTitle, number: index + 1 })}
                onClick={() => remove(index)}
              />
            </span>
          )}
          <RowFields
            section={section}
            path={`${path}.${index}`}
            row={values[index] ?? section.defaults}
            overrides={overrides}
            options={options}
            isHidden={isHidden}
          />
        </fieldset>
      ))}
      {fields.length === 0 && !lacks && (
        <div className={styles.none}>{empty ?? t('record.noRows', { title: rowTitle })}</div>
      )}
      {(lacks || error) && (
        <div className={styles.lacks} data-field={path} data-missing={lacks !== undefined || undefined}>
          {error && (
            <span className={styles.bad} role="alert">
              <Icon name="warning" size={14} />
              {t(error.message as MessageKey)}
            </span>
          )}
          {lacks && (
            <ActionButton size="small" icon="plus" onClick={() => add(lacks.row)}>
              {lacks.label}
            </ActionButton>
          )}
        </div>
      )}
    </div>
  )
})
