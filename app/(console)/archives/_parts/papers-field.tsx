'use client'
import { FieldFrame, type FieldProps, useField } from '@/components/form/field-frame'
import type { Paper } from '@/lib/domains/archives/contract'
import { useT } from '@/lib/i18n/use-t'
import styles from './archives.module.css'

/** Some of the papers of a file, by their numbers in it. */
export function PapersField({ papers, ...props }: FieldProps & { papers: readonly Paper[] }) {
  const t = useT()
  const { value, setValue, control, ...state } = useField<readonly number[]>(props)
  const { id: _id, readOnly, ref, 'aria-required': _required, ...attributes } = control
  return (
    <FieldFrame {...props} {...state} group span={3}>
      <div className={styles.papers}>
        {papers.map(({ itemNo, docType, copies, isOriginal, itemStatus }, at) => (
          <label key={itemNo}>
            <input
              {...attributes}
              ref={at === 0 ? ref : undefined}
              type="checkbox"
              disabled={readOnly}
              checked={value.includes(itemNo)}
              onChange={({ target: { checked } }) =>
                setValue(checked ? [...value, itemNo] : value.filter((no) => no !== itemNo))
              }
            />
            {t('archives.paperOf', {
              docType: t(`archives.docTypes.${docType}`),
              copies,
              original: t(isOriginal ? 'archives.original' : 'archives.copy'),
              status: t(`archives.itemStates.${itemStatus}`),
            })}
          </label>
        ))}
      </div>
    </FieldFrame>
  )
}
