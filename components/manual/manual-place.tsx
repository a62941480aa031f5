'use client'
import { useEffect } from 'react'
import { useTabLocation } from '@/components/ui/tab-port'

/**
 * Brings the manual to the heading about the page that it was opened from, `of` in its address.
 *
 * @param headings by path of the page
 */
export function ManualPlace({ headings }: { headings: Readonly<Record<string, string>> }) {
  const { query } = useTabLocation()
  const heading = headings[new URLSearchParams(query).get('of') ?? '']
  useEffect(() => {
    if (heading !== undefined) document.getElementById(heading)?.scrollIntoView()
  }, [heading])
  return null
}
