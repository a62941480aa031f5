'use client'
import { useEffect } from 'react'
import { useTabLocation } from '@/components/ui/tab-port'
import { afterPaint } from '@/lib/client/after-paint'

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
    // Not before it is painted: a page that is handed over meanwhile begins again, and turns there again.
    return afterPaint(() => setQuery({ of: null }))
  }, [heading, setQuery])
  return null
}
