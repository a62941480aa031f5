'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { keyOf, useApiMutation } from '@/lib/client/query'
import { messages, type Unread } from '@/lib/contracts/messages'

/** Marking and deleting messages; every verb answers what is unread after it. */
export function useMessageVerbs() {
  const client = useQueryClient()
  const onSuccess = useCallback(
    (unread: Unread) => void client.setQueryData(keyOf(messages.unread, {}), unread),
    [client],
  )
  return {
    markRead: useApiMutation(messages.markRead, { onSuccess }),
    markAllRead: useApiMutation(messages.markAllRead, { onSuccess }),
    remove: useApiMutation(messages.remove, { onSuccess }),
  }
}
