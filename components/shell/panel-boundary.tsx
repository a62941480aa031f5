'use client'
import { unstable_rethrow } from 'next/navigation'
import { Component, type ErrorInfo, type ReactNode } from 'react'
import { ErrorState } from '@/components/ui/states'
import { logError } from '@/lib/client/error-log'
import { MessagesContext } from '@/lib/i18n/messages-context'

/** A page that fails takes its own tab alone; the others keep what was typed into them. */
export class PanelBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  static override contextType = MessagesContext
  declare context: React.ContextType<typeof MessagesContext>
  override state = { failed: false }

  static getDerivedStateFromError(error: unknown) {
    // Redirects and 404 of Next travel as errors; they are not ours.
    unstable_rethrow(error)
    return { failed: true }
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    logError('react', error, componentStack ?? '')
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <ErrorState
        message={this.context?.t('shell.errorServer') ?? ''}
        onRetry={() => this.setState({ failed: false })}
      />
    )
  }
}
