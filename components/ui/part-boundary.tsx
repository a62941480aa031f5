'use client'
import { Component, type ErrorInfo, type ReactNode } from 'react'
import { logError } from '@/lib/client/error-log'

/** A part of a page that fails is left out and noted; what stands around it goes on. */
export class PartBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    logError('react', error, componentStack ?? '')
  }

  override render() {
    return this.state.failed ? null : this.props.children
  }
}
