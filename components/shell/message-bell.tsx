'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lazyPart } from '@/components/ui/lazy-part'
import { q } from '@/lib/client/query'
import { useT } from '@/lib/i18n/use-t'
import { messages } from '@/lib/platform/messages/contract'
import { shownCount, TopButton } from './top-button'

const MessagePanel = lazyPart(() => import('./message-panel'), ['dialogs'])

/** 消息: how many messages are unread, live; the panel comes with the click. */
export function MessageBell() {
  const t = useT()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  // Put there by the event stream, which begins with it: nobody asks for it twice.
  const { data: unread } = useQuery({ ...q(messages.unread, {}), enabled: false })
  const count = unread ? unread.notice + unread.remind + unread.official : 0
  return (
    <>
      <TopButton
        icon="bell"
        label={count > 0 ? t('shell.messagesUnread', { count: shownCount(count) }) : t('shell.messages')}
        count={count}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      {anchor && <MessagePanel anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  )
}
