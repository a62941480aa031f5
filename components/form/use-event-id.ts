'use client'
import { useCallback, useRef } from 'react'
import { newEventId } from '@/lib/client/event-id'

/**
 * The id to send an event under: the same content sent again, as after an answer that never came, is the same event
 * and cannot happen twice; other content is another event.
 *
 *     const eventIdFor = useEventId()
 *     const content = { orderId, rowVersion, values }
 *     await save.mutateAsync({ ...content, eventId: eventIdFor(content) })
 *
 * With the row_version in the content, the same values after a save are another event too.
 */
export function useEventId(): (content: object) => string {
  const sent = useRef({ text: '', eventId: '' })
  return useCallback((content) => {
    const text = JSON.stringify(content)
    if (sent.current.text !== text) sent.current = { text, eventId: newEventId() }
    return sent.current.eventId
  }, [])
}
