'use client'
import type { ReactNode } from 'react'
import { ErrorState } from '@/components/ui/states'
import type { ApiError } from '@/lib/client/api-error'
import { incidentOf, mayRetry, messageOf } from '@/lib/client/funnel'

/** The notice where a read failed: 重试 where that may help, and the number of the log line where the service failed. */
export function ReadFailure({
  error,
  onRetry,
  children,
}: {
  error: ApiError
  onRetry: () => void
  /** Another way on. */
  children?: ReactNode
}) {
  return (
    <ErrorState
      message={messageOf(error)}
      incidentId={incidentOf(error)}
      onRetry={mayRetry(error) ? onRetry : undefined}
    >
      {children}
    </ErrorState>
  )
}
