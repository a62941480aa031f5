'use client'
import { useState } from 'react'
import { ActionButton, type Permit } from '@/components/ui/action-button'
import { Notice } from '@/components/ui/notice'
import { toast } from '@/components/ui/toast'
import { useTellRefusal } from '@/components/verb/use-tell-refusal'
import { type ImportState, isReadImport } from '@/lib/domains/imports/rules/import-kinds'
import { useT } from '@/lib/i18n/use-t'
import { ColumnChoices } from './column-choices'
import styles from './imports.module.css'
import { Counts } from './recent-imports'
import { type WrongRow, WrongRows } from './wrong-rows'

type Columns<Field extends string> = Partial<Record<Field, string>>

/** A file as it was read: its columns, what is wrong with it, and 导入. */
export function ReadRows<Field extends string>({
  file,
  fields,
  labelOf,
  wrong,
  lacksIn,
  onMap,
  onBook,
  onDownload,
  mayDownload = { ok: true },
}: {
  file: {
    state: ImportState
    freshCount: number
    sameCount: number
    wrongCount: number
    addedCount: number
    heads: readonly string[]
    columns: Columns<Field>
    lacks: readonly Field[]
  }
  fields: readonly Field[]
  labelOf: (field: Field) => string
  wrong: readonly WrongRow[]
  /** A column is still to be chosen. */
  lacksIn: (columns: Columns<Field>) => boolean
  onMap: (columns: Columns<Field>) => Promise<unknown>
  onBook: () => Promise<{ added: number }>
  onDownload: () => Promise<unknown>
  mayDownload?: Permit
}) {
  const t = useT()
  const tell = useTellRefusal()
  const [columns, setColumns] = useState(file.columns)
  const [busy, setBusy] = useState(false)
  const isOpen = isReadImport(file.state)
  const changed = fields.some((field) => columns[field] !== file.columns[field])
  const run = (work: () => Promise<void>) => {
    setBusy(true)
    void work()
      .catch(tell)
      .finally(() => setBusy(false))
  }
  const map = () =>
    run(async () => {
      await onMap(columns)
      toast.success(t('imports.mapped'))
    })
  const book = () =>
    run(async () => {
      const { added } = await onBook()
      toast.success(t('imports.booked', { added }))
    })
  const permit: Permit = changed
    ? { ok: false, reason: 'imports.refusals.unmapped' }
    : file.freshCount > 0
      ? { ok: true }
      : { ok: false, reason: 'imports.refusals.nothingNew', params: { count: file.sameCount } }
  return (
    <>
      <Notice tone={file.lacks.length > 0 ? 'rejected' : file.wrongCount > 0 ? 'returned' : 'waiting'}>
        {file.lacks.length > 0 ? (
          t('imports.lacking', { fields: file.lacks.map(labelOf).join(t('ui.separator')) })
        ) : (
          <Counts of={file} />
        )}
      </Notice>
      {isOpen && (
        <ColumnChoices
          fields={fields}
          labelOf={labelOf}
          heads={file.heads}
          columns={columns}
          onChange={setColumns}
          open={file.lacks.length > 0}
          busy={busy}
          permit={lacksIn(columns) ? { ok: false, reason: 'imports.refusals.lacksColumns' } : { ok: true }}
          onRead={map}
        />
      )}
      <WrongRows rows={wrong} count={file.wrongCount} />
      <div className={styles.line}>
        {isOpen && (
          <ActionButton variant="primary" busy={busy} permit={permit} onClick={book}>
            {t('imports.book', { count: file.freshCount })}
          </ActionButton>
        )}
        {file.wrongCount > 0 && (
          <ActionButton permit={mayDownload} onClick={() => void onDownload().catch(() => {})}>
            {t('imports.downloadWrong')}
          </ActionButton>
        )}
      </div>
    </>
  )
}
