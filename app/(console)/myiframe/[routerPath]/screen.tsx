'use client'
import { Eye } from 'lucide'
import { useEffect, useState } from 'react'
import { IconButton } from '@/components/ui/action-button'
import { Icon } from '@/components/ui/icon'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { useTab } from '@/components/ui/tab-port'
import { useT } from '@/lib/i18n/use-t'
import styles from './frame.module.css'

/** A page that has not loaded after this has failed. */
const patienceMs = 20_000

/**
 * Everything that the page may do: run and keep its own data, have forms, open windows and send files. It may not leave
 * its frame: no navigation of the console around it.
 */
const rights = 'allow-scripts allow-same-origin allow-forms allow-popups allow-downloads'

/**
 * A page outside the console in a frame (specification point 2, /myiframe).
 *
 * @param address null when the tenant does not allow it
 * @param ownWindow it opens in a window of its own, for pages that allow no frame around them
 */
export function FrameScreen({
  name,
  address,
  ownWindow = false,
}: {
  name: string
  address: string | null
  ownWindow?: boolean | undefined
}) {
  const t = useT()
  const { setLabel } = useTab()
  const [attempt, setAttempt] = useState(0)
  useEffect(() => setLabel(name), [setLabel, name])
  if (address === null) return <ErrorState message={t('externalFrame.refused', { name })} />
  if (ownWindow) {
    return (
      <EmptyState title={t('externalFrame.ownWindow', { name })} hint={new URL(address).host}>
        <WindowLink address={address} />
      </EmptyState>
    )
  }
  return <Frame key={attempt} name={name} address={address} onRetry={() => setAttempt(attempt + 1)} />
}

function WindowLink({ address }: { address: string }) {
  const t = useT()
  return (
    <a className={styles.window} href={address} target="_blank" rel="noopener noreferrer">
      {t('externalFrame.openInNewWindow')}
    </a>
  )
}

function Frame({ name, address, onRetry }: { name: string; address: string; onRetry: () => void }) {
  const t = useT()
  const [state, setState] = useState<'loading' | 'loaded' | 'late' | 'failed'>('loading')

  // A frame says that it has loaded even when all it shows is the browser's own error; so its host is asked as well.
  useEffect(() => {
    const asking = new AbortController()
    const fail = () => {
      if (!asking.signal.aborted) setState('failed')
    }
    const patience = setTimeout(() => setState((now) => (now === 'loading' ? 'late' : now)), patienceMs)
    fetch(address, {
      method: 'HEAD',
      mode: 'no-cors',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: asking.signal,
    }).catch(fail)
    return () => {
      asking.abort()
      clearTimeout(patience)
    }
  }, [address])

  return (
    <section className={styles.outside} aria-label={name} aria-busy={state === 'loading'}>
      <header className={styles.head}>
        <Icon name={Eye} size={14} />
        <span className={styles.address}>{new URL(address).host}</span>
        <IconButton icon="refresh" label={t('tabMenu.refresh')} onClick={onRetry} />
        <WindowLink address={address} />
      </header>
      {state === 'loading' && (
        <div className={styles.progress} role="progressbar" aria-label={t('shell.loading')} />
      )}
      {(state === 'late' || state === 'failed') && (
        <div className={styles.failed} role="alert">
          <Icon name="warning" size={16} />
          <span>{t('externalFrame.failed', { name })}</span>
          <button type="button" className={styles.retry} onClick={onRetry}>
            {t('shell.retry')}
          </button>
          <WindowLink address={address} />
        </div>
      )}
      <iframe
        className={styles.frame}
        title={name}
        src={address}
        sandbox={rights}
        referrerPolicy="no-referrer"
        onLoad={() => setState((now) => (now === 'failed' ? now : 'loaded'))}
      />
    </section>
  )
}
