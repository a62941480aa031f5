'use client'
import { useEffect } from 'react'
import { ErrorPage } from '@/components/ui/error-page'
import { forgetTab } from '@/lib/client/workspace-storage'

export default function NotFound() {
  // The frame may have opened a tab for the address before it was known that there is nothing.
  useEffect(() => forgetTab(window.location), [])
  return <ErrorPage status={404} />
}
