'use client'
import { memo } from 'react'
import { useFieldArray } from 'react-hook-form'
import { ActionButton, IconButton } from '@/components/ui/action-button'
import { useT } from '@/lib/i18n/use-t'
import styles from './order-entry.module.css'
import { SectionFields, type SectionFieldsProps } from './section-fields'

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
