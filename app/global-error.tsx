'use client'
import { useEffect } from 'react'
import { ErrorPage } from '@/components/ui/error-page'
import { logError } from '@/lib/client/error-log'
import { MessagesProvider } from '@/lib/i18n/messages-provider'
import './global.css'

/** The layout itself failed: a page that needs nothing of it. */
export default function GlobalError({
  error,
  reset,
}: {
  error: Error & { digest?: string }
  reset: () => void
}) {
  useEffect(() => logError('react', error, error.digest), [error])
  return (
    <html lang="zh-CN" data-scheme="light">
      <body>
        <MessagesProvider>
          <ErrorPage status={500} onRetry={reset} />
        </MessagesProvider>
      </body>
    </html>
  )
}
