'use client'
import { Component, type ErrorInfo, type ReactNode } from 'react'
import { logError } from '@/lib/client/error-log'

type Props = {
  children: ReactNode
  /** Stands in its place; nothing unless given. */
  instead?: ReactNode
}

/** A part of a page that fails is left out and noted; what stands around it goes on, and it is tried again with what comes next. */
export class PartBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    logError('react', error, componentStack ?? '')
  }

  override componentDidUpdate({ children }: Props) {
    if (this.state.failed && children !== this.props.children) this.setState({ failed: false })
  }

  override render() {
    return this.state.failed ? this.props.instead : this.props.children
  }
}
