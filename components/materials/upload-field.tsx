'use client'
import { Upload } from 'lucide'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import styles from '@/components/form/upload.module.css'
import { maxUploadBytes, mayBePaper } from '@/components/form/upload-limits'
import { IconButton } from '@/components/ui/action-button'
import { newEventId } from '@/lib/client/event-id'
import { useSession } from '@/lib/client/session'
import type { AttachmentRow, MaterialItem } from '@/lib/domains/materials/contract/attachments'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { FilesField } from './files-field'
import { paperOutboxOf } from './paper-outbox'

/** Chosen before there was an order to hold it. */
type Early = { id: string; file: File }

/**
 * One material of an order in a form. A chosen file goes up from the browser's own store, however often the network
 * breaks and whichever page is open then.
 *
 *     <UploadField orderId={id} item={item} label={t(…)} onChange={(next) => replace(next)} onOpen={(file) => view(file)} />
 */
export function UploadField({
  orderId,
  isToCome = false,
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
  /** The order has no place for it until it is saved with the values that ask for it. */
  isToCome?: boolean
  /** Makes the order that the first file needs; null when it cannot be made yet: the file waits until there is one. */
  onNeedOrder?: () => Promise<number | null>
  item: MaterialItem
  label: string
  /** The finding of a form's check. */
  error?: string
  readOnly?: boolean
  onChange: (item: MaterialItem) => void
  /** Hears the names of the files that are in the page alone: chosen, and not uploaded. */
  onWaiting?: (names: readonly string[]) => void
  /** Opens a picture; without it a click downloads the file. */
  onOpen?: (file: AttachmentRow) => void
}) {
  const t = useT()
  const outbox = paperOutboxOf(useSession().user.id)
  const { items } = useSyncExternalStore(outbox.subscribe, outbox.get, outbox.getDrawn)
  const { materialType } = item
  const sending = items.filter(
    ({ place }) => place.kind === 'base' && place.orderId === orderId && place.materialType === materialType,
  )
  const ready = isToCome ? null : orderId
  const [early, setEarly] = useState<readonly Early[]>([])
  const [refused, setRefused] = useState<MessageKey | null>(null)
  const free = item.maxFiles - item.files.length - sending.length - early.length

  const names = JSON.stringify(early.map(({ file }) => file.name))
  const latestWaiting = useRef(onWaiting)
  latestWaiting.current = onWaiting
  useEffect(() => latestWaiting.current?.(JSON.parse(names)), [names])

  // A file that was chosen before its order was made arrives when the field belongs to that order.
  const latestChange = useRef(onChange)
  latestChange.current = onChange
  useEffect(
    () =>
      outbox.onTaken(({ place, item: next }) => {
        if (place.orderId === orderId && place.kind === 'base' && place.materialType === materialType)
          latestChange.current(next)
      }),
    [outbox, orderId, materialType],
  )

  /** Files that are on their way into the store: the order that a file has asked for comes to all of them as well. */
  const handed = useRef(new Set<string>())
  const put = async (order: number, { id, file }: Early) => {
    if (handed.current.has(id)) return
    handed.current.add(id)
    await outbox.add({ orderId: order, kind: 'base', materialType }, file.name, file)
    setEarly((all) => all.filter((one) => one.id !== id))
  }
  const send = async (one: Early) => {
    const order = ready ?? (await onNeedOrder?.()) ?? null
    if (order !== null) await put(order, one)
  }
  const add = (files: readonly File[]) => {
    const fit = files.filter((file) => mayBePaper(file) && file.size <= maxUploadBytes)
    const bad = files.find((file) => !fit.includes(file))
    const tooMany = fit.length > free
    setRefused(
      bad
        ? mayBePaper(bad)
          ? 'form.uploadTooLarge'
          : 'form.uploadType'
        : tooMany
          ? 'form.uploadCount'
          : null,
    )
    const next = fit.slice(0, Math.max(free, 0)).map((file) => ({ id: newEventId(), file }))
    // A disk that takes no more has them in the page alone; the outbox asks before that is left.
    setEarly((all) => [...all, ...next])
    for (const one of next) void send(one)
  }
  const sendEarly = (order: number) => {
    for (const one of early) void put(order, one)
  }
  const latest = useRef(sendEarly)
  latest.current = sendEarly
  useEffect(() => {
    if (ready !== null) latest.current(ready)
  }, [ready])
  const bad = refused ? t(refused, { max: item.maxFiles }) : error
  return (
    <FilesField
      orderId={orderId}
      item={item}
      path={`materials.${materialType}`}
      label={label}
      early={early.map(({ id, file }) => (
        <div key={id} className={styles.sending} role="status">
          <span className={styles.name}>{file.name}</span>
          {t('form.uploadWaits')}
          <IconButton
            icon="cross"
            size="small"
            label={t('form.uploadCancel', { name: file.name })}
            onClick={() => setEarly((all) => all.filter((one) => one.id !== id))}
          />
        </div>
      ))}
      sending={sending}
      free={free}
      add={{ icon: Upload, label: t('form.upload') }}
      note={{
        text:
          bad ??
          (item.rejectNote
            ? t('form.uploadRejected', { note: item.rejectNote })
            : t('form.uploadHint', { max: item.maxFiles })),
        bad: bad !== undefined,
        alert: bad !== undefined,
      }}
      readOnly={readOnly}
      onAdd={add}
      onRemoved={onChange}
      onOpen={onOpen}
    />
  )
}
