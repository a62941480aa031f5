'use client'
import { FileText, Trash2 } from 'lucide'
import { use } from 'react'
import { IconButton } from '@/components/ui/action-button'
import { useConfirm } from '@/components/ui/confirm'
import { Icon } from '@/components/ui/icon'
import { fileUrl } from '@/lib/client/download'
import { useApiMutation } from '@/lib/client/query'
import {
  type AttachmentRow,
  attachments,
  type MaterialItem,
} from '@/lib/domains/materials/contract/attachments'
import { useT } from '@/lib/i18n/use-t'
import { ToolStopContext } from './tool-stop'
import styles from './upload.module.css'

/** A file of a material that is stored: opened by a click, removed after a question. */
export function StoredFile({
  orderId,
  file,
  readOnly,
  onOpen,
  onRemoved,
}: {
  orderId: number
  file: AttachmentRow
  readOnly: boolean
  onOpen: ((file: AttachmentRow) => void) | undefined
  onRemoved: (item: MaterialItem) => void
}) {
  const t = useT()
  const confirm = useConfirm()
  const tabIndex = use(ToolStopContext)
  const remove = useApiMutation(attachments.remove, { onSuccess: ({ item }) => onRemoved(item) })
  const picture = file.mime.startsWith('image/') && (
    <img
      src={fileUrl(attachments.download, { orderId, fileId: file.id, thumb: '1' })}
      alt=""
      loading="lazy"
    />
  )
  const content = picture || <Icon name={FileText} size={32} />
  const open = t('form.uploadOpen', { name: file.name })
  return (
    <div className={styles.stored} data-tools>
      {onOpen ? (
        <button type="button" className={styles.thumb} aria-label={open} onClick={() => onOpen(file)}>
          {content}
        </button>
      ) : (
        <a
          className={styles.thumb}
          aria-label={open}
          href={fileUrl(attachments.download, { orderId, fileId: file.id })}
          download={file.name}
        >
          {content}
        </a>
      )}
      <span className={styles.name}>{file.name}</span>
      {!readOnly && (
        <IconButton
          icon={Trash2}
          size="small"
          tabIndex={tabIndex}
          busy={remove.isPending}
          label={t('form.uploadRemove', { name: file.name })}
          onClick={async () => {
            const message = t('form.uploadRemoveQuestion', { name: file.name })
            if (await confirm({ message, tone: 'danger' })) {
              remove.mutate({ orderId, fileId: file.id })
            }
          }}
        />
      )}
    </div>
  )
}
