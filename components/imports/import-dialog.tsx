'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ReadFailure } from '@/components/detail/read-failure'
import { ActionButton } from '@/components/ui/action-button'
import { SkeletonLines } from '@/components/ui/states'
import { WideDialog } from '@/components/ui/wide-dialog'
import { UploadButton } from '@/components/verb/upload-button'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { call } from '@/lib/client/call'
import { download } from '@/lib/client/download'
import { q } from '@/lib/client/query'
import { uploadFile } from '@/lib/client/upload'
import { type ImportRow, imports } from '@/lib/domains/imports/contract'
import {
  type ImportField,
  type ImportKind,
  importFields,
  mostRows,
} from '@/lib/domains/imports/rules/import-kinds'
import { useT } from '@/lib/i18n/use-t'
import styles from './imports.module.css'
import { ReadRows } from './read-rows'
import { RecentImports } from './recent-imports'
import { tableFiles } from './table-files'

/** The columns of a kind of import, in the words of its list. */
export type ImportOf<K extends ImportKind = ImportKind> = {
  kind: K
  labelOf(field: FieldOf<K>): string
  /** Fields that have a choice, each with what may stand there. */
  choices: readonly { field: FieldOf<K>; words: readonly string[] }[]
}
type FieldOf<K extends ImportKind> = (typeof importFields)[K][number]

/** 导入: a file, then what of it is new, known and wrong, then its rows in the list. */
export default function ImportDialog<K extends ImportKind>({
  of,
  onClose,
}: {
  of: ImportOf<K>
  onClose: () => void
}) {
  const t = useT()
  const [importId, setImportId] = useState<number>()
  const { kind, labelOf, choices } = of
  const send = async (file: File) => {
    const { id } = await uploadFile(imports.read, { kind }, file)
    setImportId(id)
  }
  return (
    <WideDialog title={t('imports.titleOf', { kind: t(`imports.kinds.${kind}`) })} onClose={onClose}>
      <div className={styles.line}>
        <UploadButton
          variant={importId ? 'secondary' : 'primary'}
          label={t('imports.chooseFile')}
          accept={tableFiles}
          send={send}
        />
        <ActionButton onClick={() => void download(imports.template, { kind }).catch(() => {})}>
          {t('imports.downloadTemplate')}
        </ActionButton>
      </div>
      <p className={styles.note}>{t('imports.lead', { most: mostRows[kind] })}</p>
      {choices.map(({ field, words }) => (
        <p key={field} className={styles.note}>
          {t('imports.choicesOf', { field: labelOf(field), words: words.join(t('ui.separator')) })}
        </p>
      ))}
      {importId ? (
        <FilePart key={importId} importId={importId} of={of} />
      ) : (
        <Recent kind={kind} onOpen={setImportId} />
      )}
    </WideDialog>
  )
}

const undoOf = (kind: ImportKind) =>
  verb(imports.undo, {
    label: 'imports.undo',
    tone: 'danger',
    of: ({ undoable }: ImportRow) => undoable,
    name: ({ name }: ImportRow) => name,
    ask: 'imports.undoTitle',
    note: `imports.undoNotes.${kind}`,
    input: ({ id }) => ({ importId: id }),
    done: 'imports.undone',
  })

function Recent({ kind, onOpen }: { kind: ImportKind; onOpen: (importId: number) => void }) {
  const { data } = useQuery(q(imports.list, { kind, length: 10 }))
  const verbs = useVerbs({ undo: undoOf(kind) })
  if (!data) return null
  return (
    <>
      <RecentImports rows={data.data} onOpen={onOpen} verbsOf={(row) => verbs.of(row)} />
      {verbs.dialog}
    </>
  )
}

function FilePart({ importId, of: { kind, labelOf } }: { importId: number; of: ImportOf }) {
  const { data, error, refetch } = useQuery(q(imports.get, { importId }))
  if (error && !data) return <ReadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={6} />
  const on = { importId, rowVersion: data.rowVersion }
  return (
    <ReadRows<ImportField>
      key={data.rowVersion}
      file={data}
      fields={importFields[kind]}
      labelOf={labelOf}
      wrong={data.wrong.map(({ field, ...one }) => ({ ...one, field: labelOf(field) }))}
      lacksIn={(columns) => data.lacks.some((field) => !columns[field])}
      onMap={(columns) => call(imports.map, { ...on, columns })}
      onBook={() => call(imports.book, on)}
      onDownload={() => download(imports.wrongRows, { importId })}
      mayDownload={data.own ? { ok: true } : { ok: false, reason: 'imports.refusals.othersFile' }}
    />
  )
}
