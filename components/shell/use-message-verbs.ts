'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { keyOf, useApiMutation } from '@/lib/client/query'
import { messages, type Unread } from '@/lib/contracts/messages'
import { messageLists } from './use-live-stream'

/** Marking and deleting messages; every verb answers what is unread after it, and the lists read themselves again. */
export function useMessageVerbs() {
  const client = useQueryClient()
  const onSuccess = useCallback(
    (unread: Unread) => void client.setQueryData(keyOf(messages.unread, {}), unread),
    [client],
  )
  return {
    markRead: useApiMutation(messages.markRead, { invalidate: messageLists, onSuccess }),
    markAllRead: useApiMutation(messages.markAllRead, { invalidate: messageLists, onSuccess }),
    remove: useApiMutation(messages.remove, { invalidate: messageLists, onSuccess }),
  }
}
