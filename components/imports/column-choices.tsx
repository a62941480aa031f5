'use client'
import { ActionButton, type Permit } from '@/components/ui/action-button'
import { ChoiceBox } from '@/components/ui/choice-box'
import { useT } from '@/lib/i18n/use-t'
import styles from './imports.module.css'

type Columns<Field extends string> = Partial<Record<Field, string>>

/** 列对应: the column of a file that each field is read from; unfolded where one is missing. */
export function ColumnChoices<Field extends string>({
  fields,
  labelOf,
  heads,
  columns,
  onChange,
  open,
  busy,
  permit,
  onRead,
}: {
  fields: readonly Field[]
  labelOf: (field: Field) => string
  heads: readonly string[]
  columns: Columns<Field>
  onChange: (columns: Columns<Field>) => void
  open: boolean
  busy: boolean
  permit: Permit
  onRead: () => void
}) {
  const t = useT()
  const set = (field: Field, head: string) => {
    const { [field]: _, ...others } = columns
    onChange((head === '' ? others : { ...others, [field]: head }) as Columns<Field>)
  }
  return (
    <details open={open}>
      <summary>{t('imports.columns')}</summary>
      <div className={styles.columns}>
        {fields.map((field) => (
          <div key={field}>
            <span>{labelOf(field)}</span>
            <ChoiceBox
              small
              aria-label={labelOf(field)}
              none={t('imports.noColumn')}
              value={columns[field] ?? ''}
              options={[...new Set(heads)].map((head) => ({ value: head, label: head }))}
              stray=""
              onStray={() => {}}
              onChoose={(head) => set(field, head)}
            />
          </div>
        ))}
      </div>
      <ActionButton busy={busy} permit={permit} onClick={onRead}>
        {t('imports.map')}
      </ActionButton>
    </details>
  )
}
