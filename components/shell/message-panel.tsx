'use client'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import Link from '@/components/ui/link'
import Popover from '@/components/ui/popover'
import { q } from '@/lib/client/query'
import { useT } from '@/lib/i18n/use-t'
import { messages } from '@/lib/platform/messages/contract'
import { type MessageKind, messageKinds } from '@/lib/platform/messages/rules/messages'
import { href } from '@/lib/routes'
import { MessageList } from './message-list'
import styles from './message-panel.module.css'
import { shownCount } from './top-button'
import { WaitingTasks } from './waiting-tasks'

/** The panel of the bell: 通知, 提醒, 公众号消息 (specification point 2, Message panel). */
export default function MessagePanel({ anchor, onClose }: { anchor: HTMLElement; onClose: () => void }) {
  const t = useT()
  const id = useId()
  const { data: unread } = useQuery({ ...q(messages.unread, {}), enabled: false })
  // Everything that waits is shown first.
  const [kind, setKind] = useState<MessageKind>(
    () => messageKinds.find((one) => (unread?.[one] ?? 0) > 0) ?? 'notice',
  )
  const tabs = useRef<HTMLDivElement>(null)

  const onKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    const at = (messageKinds.indexOf(kind) + step + messageKinds.length) % messageKinds.length
    setKind(messageKinds[at] ?? kind)
    tabs.current?.querySelectorAll('button')[at]?.focus()
  }

  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        paper: {
          className: styles.panel,
          role: 'dialog',
          'aria-modal': true,
          'aria-label': t('messages.panel'),
        },
      }}
    >
      <div
        ref={tabs}
        className={styles.tabs}
        role="tablist"
        aria-label={t('messages.panel')}
        onKeyDown={onKey}
      >
        {messageKinds.map((one) => {
          const count = unread?.[one] ?? 0
          const label = t(`messages.${one}`)
          return (
            <button
              key={one}
              type="button"
              role="tab"
              id={`${id}-${one}`}
              aria-selected={one === kind}
              aria-controls={`${id}-panel`}
              aria-label={count > 0 ? t('messages.tabUnread', { label, count: shownCount(count) }) : label}
              tabIndex={one === kind ? 0 : -1}
              onClick={() => setKind(one)}
            >
              {label}
              {count > 0 && <span className={styles.count}>{shownCount(count)}</span>}
            </button>
          )
        })}
      </div>
      <div id={`${id}-panel`} className={styles.body} role="tabpanel" aria-labelledby={`${id}-${kind}`}>
        {kind === 'notice' && <WaitingTasks onLeave={onClose} />}
        <MessageList key={kind} kind={kind} onLeave={onClose} />
      </div>
      <footer className={styles.foot}>
        <Link href={href('messageCentre')} onClick={onClose}>
          {t('messages.all')}
        </Link>
      </footer>
    </Popover>
  )
}
