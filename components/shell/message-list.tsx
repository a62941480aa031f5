'use client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton } from '@/components/ui/action-button'
import Link from '@/components/ui/link'
import { EmptyState, ErrorState, SkeletonLines } from '@/components/ui/states'
import { DateTimeText } from '@/components/ui/texts'
import { ApiError } from '@/lib/client/api-error'
import { request } from '@/lib/client/call'
import { incidentOf, messageOf } from '@/lib/client/funnel'
import { useCan } from '@/lib/client/permission'
import { keyOf, metaOf } from '@/lib/client/query'
import { useT } from '@/lib/i18n/use-t'
import { messages } from '@/lib/platform/messages/contract'
import { type MessageKind, messagePageSize } from '@/lib/platform/messages/rules/messages'
import styles from './message-panel.module.css'
import { type AnyMessage, messageHref, messageText } from './message-text'
import { useMarkRead } from './use-mark-read'

const tabs = {
  notice: { endpoint: messages.notices, none: 'messages.noNotices', hint: 'messages.noNoticesHint' },
  remind: { endpoint: messages.reminders, none: 'messages.noReminders', hint: 'messages.noRemindersHint' },
  official: { endpoint: messages.official, none: 'messages.noOfficial', hint: 'messages.noOfficialHint' },
} as const

type Page = { data: AnyMessage[]; pageNo: number; allPage: number }

/** The messages of one tab, page by page: 更多 until 已经到底了. */
export function MessageList({ kind, onLeave }: { kind: MessageKind; onLeave: () => void }) {
  const t = useT()
  const { endpoint, none, hint } = tabs[kind]
  const pages = useInfiniteQuery({
    queryKey: [...keyOf(endpoint), 'pages'],
    meta: metaOf(endpoint),
    queryFn: ({ pageParam, signal }): Promise<Page> =>
      request(endpoint, { pageNo: pageParam, pageSize: messagePageSize }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pageNo, allPage }: Page) => (pageNo < allPage ? pageNo + 1 : undefined),
  })
  if (pages.isPending) return <SkeletonLines lines={6} height={36} />
  if (pages.isError && !pages.data) {
    const { error } = pages
    return (
      <ErrorState
        message={error instanceof ApiError ? messageOf(error) : t('errors.unknown')}
        incidentId={error instanceof ApiError ? incidentOf(error) : undefined}
        onRetry={() => void pages.refetch()}
      />
    )
  }
  // A message that came while the next page was asked for moves one onto both pages.
  const rows = [...new Map(pages.data.pages.flatMap(({ data }) => data).map((row) => [row.id, row])).values()]
  if (rows.length === 0) return <EmptyState title={t(none)} hint={t(hint)} />
  return (
    <>
      <ul className={styles.list}>
        {rows.map((row) => (
          <MessageItem key={row.id} kind={kind} message={row} onLeave={onLeave} />
        ))}
      </ul>
      <div className={styles.more} role="status">
        {pages.hasNextPage ? (
          <ActionButton
            variant="text"
            size="small"
            busy={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            {t('messages.more')}
          </ActionButton>
        ) : (
          t('messages.bottom')
        )}
      </div>
    </>
  )
}

/** One message: a click marks it read, and goes to what it is about or shows the whole of it. */
function MessageItem({
  kind,
  message,
  onLeave,
}: {
  kind: MessageKind
  message: AnyMessage
  onLeave: () => void
}) {
  const t = useT()
  const markRead = useMarkRead()
  const [whole, setWhole] = useState(false)
  const { title, body } = messageText(kind, message, t)
  const isUnread = message.readAt === null
  const to = messageHref(message, useCan())
  const read = () => {
    if (isUnread) markRead(message.id)
  }
  const facts = (
    <>
      <span className={styles.title}>
        {isUnread && <span className={styles.dot} role="img" aria-label={t('messages.unread')} />}
        <strong data-unread={isUnread || undefined}>{title}</strong>
      </span>
      <span className={styles.time}>
        <DateTimeText value={message.createdAt} />
      </span>
      {body && (
        <span className={styles.text} data-whole={whole || undefined}>
          {body}
        </span>
      )}
    </>
  )
  return (
    <li>
      {to ? (
        <Link
          href={to}
          className={styles.item}
          onClick={() => {
            read()
            onLeave()
          }}
        >
          {facts}
        </Link>
      ) : (
        <button
          type="button"
          className={styles.item}
          aria-expanded={whole}
          onClick={() => {
            read()
            setWhole(!whole)
          }}
        >
          {facts}
        </button>
      )}
    </li>
  )
}
