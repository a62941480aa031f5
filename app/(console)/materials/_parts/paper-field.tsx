'use client'
import { Camera } from 'lucide'
import { useState } from 'react'
import { StoredFile } from '@/components/form/stored-file'
import uploads from '@/components/form/upload.module.css'
import { maxUploadBytes, mayBePaper } from '@/components/form/upload-limits'
import { FilesField } from '@/components/materials/files-field'
import type { PaperPlace, paperOutboxOf, WaitingPaper } from '@/components/materials/paper-outbox'
import { showDateTime } from '@/components/ui/time-text'
import { type VerbButton, VerbButtons } from '@/components/verb/verb-buttons'
import { smaller } from '@/lib/client/smaller-picture'
import { holdPage } from '@/lib/client/unload-guard'
import type { PaperItem } from '@/lib/domains/materials/contract/papers'
import type { ItemStatus } from '@/lib/domains/materials/rules/material-sets'
import { materialName } from '@/lib/i18n/code-words'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import styles from './papers.module.css'
import { ItemStateTag } from './set-state'

/** One paper: its files, those on their way, the words of a reviewer on it, and its former versions. */
export function PaperField({
  place,
  item,
  waiting,
  preparing,
  outbox,
  readOnly,
  judge,
  onOpen,
  onPreparing,
}: {
  place: PaperPlace
  item: PaperItem
  waiting: readonly WaitingPaper[]
  /** Its photos that are made smaller now: they take a place already. */
  preparing: number
  outbox: Pick<ReturnType<typeof paperOutboxOf>, 'add'>
  readOnly: boolean
  judge: VerbButton[]
  onOpen: (file: { id: number }) => void
  onPreparing: (change: number) => void
}) {
  const t = useT()
  /** Files of the last choice that do not go up. */
  const [leftOut, setLeftOut] = useState<readonly { name: string; why: MessageKey }[]>([])
  const free = item.maxFiles - item.files.length - waiting.length - preparing

  const add = async (files: readonly File[]) => {
    const fit = files.filter(mayBePaper)
    const taken = fit.slice(0, Math.max(free, 0))
    setLeftOut(
      files
        .filter((file) => !taken.includes(file))
        .map((file) => ({
          name: file.name,
          why: fit.includes(file) ? 'form.uploadCount' : 'form.uploadType',
        })),
    )
    // The browser keeps a photo once it is made smaller: until then a reload would lose it.
    const release = holdPage()
    let left = taken.length
    onPreparing(left)
    try {
      // One after the other: a phone has no room for forty pictures of a camera at once.
      for (const file of taken) {
        const picture = file.type === 'application/pdf' ? file : await smaller(file)
        if (picture.size > maxUploadBytes)
          setLeftOut((before) => [...before, { name: file.name, why: 'form.uploadTooLarge' }])
        else await outbox.add(place, nameOf(file, picture), picture)
        left -= 1
        onPreparing(-1)
      }
    } finally {
      onPreparing(-left)
      release()
    }
  }
  const reasons = [...new Set(leftOut.map(({ why }) => why))].map((reason) =>
    t('papers.leftOut', {
      why: t(reason, { max: item.maxFiles }),
      list: leftOut.flatMap(({ name, why }) => (why === reason ? [name] : [])).join(t('ui.separator')),
    }),
  )
  const note = reasons.join('\n') || item.rejectNote

  return (
    <FilesField
      orderId={place.orderId}
      item={item}
      label={materialName(t, item.materialType)}
      facts={
        <>
          <ItemStateTag status={item.itemStatus as ItemStatus} />
          {item.version > 1 && <small>{t('papers.version', { version: item.version })}</small>}
        </>
      }
      sending={waiting}
      free={free}
      add={{ icon: Camera, label: t('papers.add') }}
      note={
        note || !readOnly
          ? {
              text: note || t('papers.hint', { max: item.maxFiles }),
              bad: Boolean(note),
              alert: leftOut.length > 0,
            }
          : undefined
      }
      readOnly={readOnly}
      onAdd={(files) => void add(files)}
      onOpen={onOpen}
    >
      {judge.length > 0 && (
        <div className={styles.judge}>
          <VerbButtons verbs={judge} size="small" />
        </div>
      )}
      {item.former.length > 0 && (
        <details className={styles.former}>
          <summary>{t('papers.former')}</summary>
          {item.former.map(({ version, files, rejectNote, endedAt, endedByName }) => (
            <div key={version}>
              <p>
                {t('papers.version', { version })}
                {rejectNote && ` · ${rejectNote}`} ·{' '}
                {t('papers.formerNote', { at: showDateTime(endedAt), name: endedByName ?? '' })}
              </p>
              <div className={uploads.files}>
                {files.map((file) => (
                  <StoredFile
                    key={file.id}
                    orderId={place.orderId}
                    file={file}
                    readOnly
                    onOpen={onOpen}
                    onRemoved={() => {}}
                  />
                ))}
              </div>
            </div>
          ))}
        </details>
      )}
    </FilesField>
  )
}

/** The service holds the name to what is in the file. */
const nameOf = (file: File, picture: Blob) =>
  picture !== file && picture.type === 'image/jpeg' ? `${file.name.replace(/\.[^.]*$/, '')}.jpg` : file.name
