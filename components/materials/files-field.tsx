'use client'
import { type ReactNode, useRef } from 'react'
import { StoredFile } from '@/components/form/stored-file'
import styles from '@/components/form/upload.module.css'
import { acceptedTypes } from '@/components/form/upload-limits'
import { type AnyIcon, Icon } from '@/components/ui/icon'
import type { AttachmentRow, MaterialItem } from '@/lib/domains/materials/contract/attachments'
import type { WaitingPaper } from './paper-outbox'
import { SendingFile } from './sending-file'

/** One material of an order: its files as thumbnails, those on their way, the place for more, and a note below. */
export function FilesField({
  orderId,
  item,
  path = item.materialType,
  label,
  facts,
  early,
  sending,
  free,
  add,
  note,
  readOnly,
  onAdd,
  onRemoved,
  onOpen,
  children,
}: {
  /** Null while there is no order yet. */
  orderId: number | null
  item: MaterialItem
  /** The name by which a form finds the field. */
  path?: string
  label: string
  /** Stands behind the label. */
  facts?: ReactNode
  /** Stands before the files on their way. */
  early?: ReactNode
  sending: readonly WaitingPaper[]
  /** So many files more have a place. */
  free: number
  add: { icon: AnyIcon; label: string }
  note: { text: string; bad: boolean; alert: boolean } | undefined
  readOnly: boolean
  onAdd: (files: readonly File[]) => void
  onRemoved?: (item: MaterialItem) => void
  /** Opens a picture; without it a click downloads the file. */
  onOpen: ((file: AttachmentRow) => void) | undefined
  children?: ReactNode
}) {
  const input = useRef<HTMLInputElement>(null)
  const field = useRef<HTMLFieldSetElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  return (
    <fieldset
      ref={field}
      className={styles.item}
      data-field={path}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        if (!readOnly) onAdd([...event.dataTransfer.files])
      }}
    >
      <legend className={styles.legend}>
        {label}
        {item.required && (
          <span className={styles.required} aria-hidden="true">
            *
          </span>
        )}
        {facts}
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
                onRemoved?.(next)
                // The button that was pressed goes with its file. Who went on meanwhile stays where he is.
                if (field.current?.contains(document.activeElement)) addButton.current?.focus()
              }}
            />
          ))}
        {early}
        {sending.map((file) => (
          <SendingFile key={file.key} file={file} />
        ))}
        {!readOnly && free > 0 && (
          <button ref={addButton} type="button" className={styles.add} onClick={() => input.current?.click()}>
            <Icon name={add.icon} />
            {add.label}
          </button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label={label}
        accept={acceptedTypes.join()}
        onChange={({ target }) => {
          onAdd([...(target.files ?? [])])
          // The same file again is a choice too.
          target.value = ''
        }}
      />
      {note && (
        <p className={styles.note} role={note.alert ? 'alert' : undefined} data-bad={note.bad || undefined}>
          {note.text}
        </p>
      )}
      {children}
    </fieldset>
  )
}
