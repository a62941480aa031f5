'use client'
import { useEffect } from 'react'
import { useTabLocation } from '@/components/ui/tab-port'

/**
 * Brings the manual to the heading about the page that it was asked for from, `of` in its address: once, so that
 * whoever comes back to its tab finds the place where they read.
 *
 * @param headings by path of the page
 */
export function ManualPlace({ headings }: { headings: Readonly<Record<string, string>> }) {
  const { query, setQuery } = useTabLocation()
  const heading = headings[new URLSearchParams(query).get('of') ?? '']
  useEffect(() => {
    if (heading === undefined) return
    document.getElementById(heading)?.scrollIntoView()
    setQuery({ of: null })
  }, [heading, setQuery])
  return null
}
