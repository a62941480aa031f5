'use client'
import type { ReactNode } from 'react'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'

const texts = {
  403: 'shell.errorForbidden',
  404: 'shell.errorNotFound',
  500: 'shell.errorServer',
} as const satisfies Record<number, MessageKey>

/**
 * The page of an error status (wording.md, row Error pages).
 *
 * @param note what else can be said, such as the number of the failure
 * @param onRetry offers 重试 as the first choice
 */
export function ErrorPage({
  status,
  note,
  onRetry,
}: {
  status: keyof typeof texts
  note?: ReactNode
  onRetry?: () => void
}) {
  const t = useT()
  return (
    <main className="error-page">
      <title>{t('shell.documentTitle', { label: t(texts[status]) })}</title>
      <p className="code">{status}</p>
      <h1>{t(texts[status])}</h1>
      {note && <p className="note">{note}</p>}
      <div className="actions">
        {onRetry && (
          <button type="button" className="first" onClick={onRetry}>
            {t('shell.retry')}
          </button>
        )}
        {/* A full load: whatever broke is left behind. */}
        <a href="/" className={onRetry ? undefined : 'first'}>
          {t('shell.backHome')}
        </a>
        <button type="button" onClick={() => window.history.back()}>
          {t('shell.backPrevious')}
        </button>
      </div>
    </main>
  )
}
