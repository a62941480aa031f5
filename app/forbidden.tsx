'use client'
import { useEffect } from 'react'
import { ErrorPage } from '@/components/ui/error-page'
import { forgetTab } from '@/lib/client/workspace-storage'

export default function Forbidden() {
  // As with an address where there is nothing: it is no place to come back to.
  useEffect(() => forgetTab(window.location), [])
  return <ErrorPage status={403} />
}
