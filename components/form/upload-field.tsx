'use client'
import { Upload } from 'lucide'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { ActionButton, IconButton } from '@/components/ui/action-button'
import { Icon } from '@/components/ui/icon'
import { ApiError } from '@/lib/client/api-error'
import { newEventId } from '@/lib/client/event-id'
import { refusalOf } from '@/lib/client/funnel'
import { uploadFile } from '@/lib/client/upload'
import { type AttachmentRow, attachments, type MaterialItem } from '@/lib/contracts/attachments'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { StoredFile } from './stored-file'
import styles from './upload.module.css'

const accepted = ['image/jpeg', 'image/png', 'application/pdf']
export const maxUploadBytes = 10 * 1024 * 1024

/** Chosen before there was an order to hold it. */
const waits: MessageKey = 'form.uploadWaits'

type Sending = {
  /** Also the event id: a retry is the same upload. */
  id: string
  file: File
  share: number
  /** The service has too much to do: the same upload follows by itself. */
  inLine: boolean
  failed: MessageKey | null
  stop: AbortController
}

/**
 * One material of an order: its files as thumbnails, uploads with progress, retry and cancel, removal.
 *
 *     <UploadField orderId={id} item={item} label={t(…)} onChange={(next) => replace(next)} onOpen={(file) => view(file)} />
 */
export function UploadField({
  orderId,
  onNeedOrder,
  item,
  label,
  error,
  readOnly = false,
  onChange,
  onWaiting,
  onOpen,
}: {
  /** Null while there is no order yet. */
  orderId: number | null
  /** Makes the order that the first file needs; null when it cannot be made yet: the file waits until there is one. */
  onNeedOrder?: () => Promise<number | null>
  item: MaterialItem
  label: string
  /** What a check of the form says of it. */
  error?: string
  readOnly?: boolean
  onChange: (item: MaterialItem) => void
  /** Hears the names of the files that are in the page alone: chosen, and not uploaded. */
  onWaiting?: (names: readonly string[]) => void
  /** Opens a picture; without it a click downloads the file. */
  onOpen?: (file: AttachmentRow) => void
}) {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  const field = useRef<HTMLFieldSetElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const [sending, setSending] = useState<readonly Sending[]>([])
  const [refused, setRefused] = useState<MessageKey | null>(null)
  const free = item.maxFiles - item.files.length - sending.length

  const update = (id: string, part: Partial<Sending>) =>
    setSending((all) => all.map((one) => (one.id === id ? { ...one, ...part } : one)))
  const drop = (id: string) => setSending((all) => all.filter((one) => one.id !== id))

  const names = JSON.stringify(sending.map(({ file }) => file.name))
  const latestWaiting = useRef(onWaiting)
  latestWaiting.current = onWaiting
  useEffect(() => latestWaiting.current?.(JSON.parse(names)), [names])

  // A file that was chosen before its order was made arrives when the field belongs to that order.
  const latestChange = useRef(onChange)
  latestChange.current = onChange

  const send = async ({ id, file, stop }: Sending) => {
    update(id, { failed: null, share: 0, inLine: false })
    const order = orderId ?? (await onNeedOrder?.()) ?? null
    if (order === null) return update(id, { failed: waits })
    const fields = { orderId: order, materialType: item.materialType }
    try {
      const { item: next } = await uploadFile(attachments.upload, fields, file, {
        signal: stop.signal,
        onProgress: (share) => update(id, { share, inLine: false }),
        onBusy: () => update(id, { inLine: true }),
      })
      drop(id)
      latestChange.current(next)
    } catch (error) {
      if (error instanceof ApiError)
        update(id, { failed: error.ownMessage ?? (refusalOf(error) as MessageKey) })
      else drop(id)
    }
  }
  const add = (files: readonly File[]) => {
    const fit = files.filter((file) => accepted.includes(file.type) && file.size <= maxUploadBytes)
    const bad = files.find((file) => !fit.includes(file))
    const tooMany = fit.length > free
    setRefused(
      bad
        ? accepted.includes(bad.type)
          ? 'form.uploadTooLarge'
          : 'form.uploadType'
        : tooMany
          ? 'form.uploadCount'
          : null,
    )
    const next = fit.slice(0, Math.max(free, 0)).map((file) => ({
      id: newEventId(),
      file,
      share: 0,
      inLine: false,
      failed: null,
      stop: new AbortController(),
    }))
    setSending((all) => [...all, ...next])
    for (const one of next) void send(one)
  }
  const sendWaiting = () => {
    for (const one of sending) if (one.failed === waits) void send(one)
  }
  const latest = useRef(sendWaiting)
  latest.current = sendWaiting
  useEffect(() => {
    if (orderId !== null) latest.current()
  }, [orderId])
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    if (!readOnly) add([...event.dataTransfer.files])
  }

  const bad = refused ? t(refused, { max: item.maxFiles }) : error

  return (
    <fieldset
      ref={field}
      className={styles.item}
      data-field={`materials.${item.materialType}`}
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDrop}
    >
      <legend>
        {label}
        {item.required && (
          <span className={styles.required} aria-hidden="true">
            *
          </span>
        )}
      </legend>
      <div className={styles.files}>
        {orderId !== null &&
          item.files.map((file) => (
            <StoredFile
              key={file.id}
              orderId={orderId}
              file={file}
              readOnly={readOnly}
              onOpen={onOpen}
              onRemoved={(next) => {
                onChange(next)
                // The button that was pressed goes with its file. Who went on meanwhile stays where he is.
                if (field.current?.contains(document.activeElement)) addButton.current?.focus()
              }}
            />
          ))}
        {sending.map((one) => (
          <div key={one.id} className={styles.sending} role="status">
            <span className={styles.name}>{one.file.name}</span>
            {one.failed === waits ? (
              t(waits)
            ) : one.failed ? (
              <>
                <span className={styles.bad}>{t(one.failed)}</span>
                <ActionButton variant="text" size="small" onClick={() => void send(one)}>
                  {t('form.uploadRetry')}
                </ActionButton>
              </>
            ) : one.inLine ? (
              t('form.uploadBusy')
            ) : (
              <>
                <progress value={one.share} max={1} />
                {t('form.uploading', { percent: Math.round(one.share * 100) })}
              </>
            )}
            <IconButton
              icon="cross"
              size="small"
              label={t('form.uploadCancel')}
              onClick={() => {
                one.stop.abort()
                drop(one.id)
              }}
            />
          </div>
        ))}
        {!readOnly && free > 0 && (
          <button ref={addButton} type="button" className={styles.add} onClick={() => input.current?.click()}>
            <Icon name={Upload} />
            {t('form.upload')}
          </button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label={label}
        accept={accepted.join()}
        onChange={(event) => {
          add([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <p
        className={styles.note}
        role={bad === undefined ? undefined : 'alert'}
        data-bad={bad !== undefined || undefined}
      >
        {bad ??
          (item.rejectNote
            ? t('form.uploadRejected', { note: item.rejectNote })
            : t('form.uploadHint', { max: item.maxFiles }))}
      </p>
    </fieldset>
  )
}
