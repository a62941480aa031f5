'use client'
import { useEffect } from 'react'
import { ErrorPage } from '@/components/ui/error-page'
import { logError } from '@/lib/client/error-log'
import { useT } from '@/lib/i18n/use-t'

/** A page that failed. The number is the one in the server's log. */
export default function PageError({
  error,
  reset,
}: {
  error: Error & { digest?: string }
  reset: () => void
}) {
  const t = useT()
  useEffect(() => logError('react', error, error.digest), [error])
  return (
    <ErrorPage status={500} note={error.digest && t('shell.errorId', { id: error.digest })} onRetry={reset} />
  )
}
