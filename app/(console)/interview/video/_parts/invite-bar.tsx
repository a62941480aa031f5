'use client'
import { useRef } from 'react'
import { ActionButton } from '@/components/ui/action-button'
import { showDateTime } from '@/components/ui/time-text'
import { toast } from '@/components/ui/toast'
import { useCopy } from '@/components/ui/use-copy'
import { useApiMutation } from '@/lib/client/query'
import { interviews } from '@/lib/domains/interviews/contract'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import type { RoomData } from '../screen'
import styles from './room.module.css'

type Link = OutputOf<typeof interviews.invite>

/** 发送面签链接: by SMS where one is set, and to copy; the secret is shown this once. */
export function InviteBar({
  data: { order, interview, mobile },
  link,
  onLink,
}: {
  data: RoomData
  link: Link | undefined
  onLink: (link: Link) => void
}) {
  const t = useT()
  const invite = useApiMutation(interviews.invite, { onSuccess: onLink })
  const address = link ? new URL(link.path, location.origin).href : ''
  const field = useRef<HTMLInputElement>(null)
  const copy = useCopy()
  return (
    <div className={styles.invite}>
      <ActionButton
        variant={interview ? 'secondary' : 'primary'}
        busy={invite.isPending}
        onClick={() => invite.mutate({ orderId: order.id })}
      >
        {t(interview?.linkExpiresAt ? 'interviews.inviteAgain' : 'interviews.invite')}
      </ActionButton>
      {link ? (
        <>
          <input
            ref={field}
            className={styles.link}
            readOnly
            value={address}
            aria-label={t('interviews.copyLink')}
          />
          <ActionButton
            onClick={async () => {
              if (await copy(address, field.current)) toast.success(t('interviews.linkCopied'))
            }}
          >
            {t('interviews.copyLink')}
          </ActionButton>
          <span className={styles.quiet}>
            {t(link.sms ? 'interviews.smsSent' : 'interviews.smsNone', { mobile })} ·{' '}
            {t('interviews.linkNote')}
          </span>
        </>
      ) : (
        <span className={styles.quiet}>
          {interview?.linkExpiresAt
            ? t('interviews.invited', { time: showDateTime(interview.linkExpiresAt) })
            : `${t('interviews.notYet')} · ${t('interviews.notYetHint')}`}
        </span>
      )}
    </div>
  )
}
