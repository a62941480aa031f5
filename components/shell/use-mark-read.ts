'use client'
import { useQueryClient } from '@tanstack/react-query'
import { keyOf, useApiMutation } from '@/lib/client/query'
import { messages } from '@/lib/platform/messages/contract'

/** Marks a message read that somebody opens; the answer is what is unread after it. */
export function useMarkRead() {
  const client = useQueryClient()
  const { mutate } = useApiMutation(messages.markRead, {
    onSuccess: (unread) => void client.setQueryData(keyOf(messages.unread, {}), unread),
  })
  return (id: number) => mutate({ ids: [id] })
}
