'use client'
import { RowBox } from '@/components/list/selection-boxes'
import type { Selection } from '@/components/list/use-selection'
import { messageHref, messageText } from '@/components/shell/message-text'
import { useMarkRead } from '@/components/shell/use-mark-read'
import Link from '@/components/ui/link'
import { DateTimeText } from '@/components/ui/texts'
import { useCan } from '@/lib/client/permission'
import { useT } from '@/lib/i18n/use-t'
import type { Message } from '@/lib/platform/messages/contract'
import styles from '../message-centre.module.css'

/** A message in full, with its box; its title goes to what it is about and marks it read. */
export function MessageRow({ message, selection }: { message: Message; selection: Selection<Message> }) {
  const t = useT()
  const markRead = useMarkRead()
  const { title, body } = messageText(message.kind, message, t)
  const isUnread = message.readAt === null
  const to = messageHref(message, useCan())
  const read = () => {
    if (isUnread) markRead(message.id)
  }
  return (
    <li
      className={styles.row}
      data-chosen={selection.has(message) || undefined}
      data-unread={isUnread || undefined}
    >
      <RowBox row={message} name={title} selection={selection} />
      <span className={styles.state} data-unread={isUnread || undefined}>
        {t(isUnread ? 'messages.unread' : 'messages.read')}
      </span>
      <div className={styles.what}>
        {to ? (
          <Link href={to} className={styles.title} onClick={read}>
            {title}
          </Link>
        ) : (
          <span className={styles.title}>{title}</span>
        )}
        {body && <p>{body}</p>}
      </div>
      <span className={styles.time}>
        <DateTimeText value={message.createdAt} />
      </span>
    </li>
  )
}
