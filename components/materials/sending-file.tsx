'use client'
import { useSyncExternalStore } from 'react'
import styles from '@/components/form/upload.module.css'
import { ActionButton, IconButton } from '@/components/ui/action-button'
import { isHeld } from '@/lib/client/outbox'
import { useSession } from '@/lib/client/session'
import { useT } from '@/lib/i18n/use-t'
import { paperOutboxOf, type WaitingPaper } from './paper-outbox'

/** One file on its way to the service: how far it is, why it waits or was refused, and the ways on. */
export function SendingFile({ file: { key, name, refusal } }: { file: WaitingPaper }) {
  const t = useT()
  const outbox = paperOutboxOf(useSession().user.id)
  const { shares, state } = useSyncExternalStore(outbox.subscribe, outbox.get, outbox.getDrawn)
  const share = shares.get(key)
  return (
    <div className={styles.sending} role="status">
      <span className={styles.name}>{name}</span>
      {refusal !== undefined ? (
        <>
          <span className={styles.bad}>{refusal}</span>
          <ActionButton variant="text" size="small" onClick={() => void outbox.retry(key)}>
            {t('form.uploadRetry')}
          </ActionButton>
        </>
      ) : share !== undefined ? (
        <>
          <progress value={share} max={1} aria-label={name} />
          {t('form.uploading', { percent: Math.round(share * 100) })}
        </>
      ) : (
        t(isHeld(state) ? 'form.uploadHeld' : 'form.uploadBusy')
      )}
      <IconButton
        icon="cross"
        size="small"
        label={t('form.uploadCancel', { name })}
        onClick={() => void outbox.drop(key)}
      />
    </div>
  )
}
