'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { startTransition, useEffect } from 'react'
import { useLive } from '@/lib/client/live'
import { keyOf, outdate } from '@/lib/client/query'
import { useSession } from '@/lib/client/session'
import { messages } from '@/lib/platform/messages/contract'

/** Keeps the console told: the browser's event stream, and what it says put where it is shown. */
export function useLiveStream(): void {
  const client = useQueryClient()
  const router = useRouter()
  const { id } = useSession().user

  useLive('unread', (unread) => client.setQueryData(keyOf(messages.unread, {}), unread))
  useLive('messages', () => outdate(client, 'message'))
  useLive('configuration', ({ of }) => {
    // The layout brings the menu; what is typed into the pages around it stays.
    if (of === 'menu') startTransition(() => router.refresh())
    else outdate(client, 'dictionary')
  })
  useLive('records', ({ of }) => outdate(client, of))
  // The layout of the console reads roles, permissions and menu; what is open and typed stays.
  useLive('access', () => startTransition(() => router.refresh()))
  // Title, logo, colour, watermark and idle lock come with the layouts.
  useLive('brand', () => startTransition(() => router.refresh()))
  useEffect(() => {
    const left = new AbortController()
    import('@/lib/client/live-stream').then(
      ({ keepLive }) => keepLive(String(id), left.signal),
      // Without it the page works, and its counts stand still.
      () => undefined,
    )
    return () => left.abort()
  }, [id])
}
