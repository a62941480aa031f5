import { useEffect, useEffectEvent } from 'react'
import type { InterviewSignal, LiveEvents } from '../platform/contract/live.ts'
import type { Unread } from '../platform/messages/contract.ts'

/**
 * Everything that happens to the signed-in user while the page stands open, whichever tab of the browser heard it. The
 * stream itself is live-stream.ts, which comes after the page.
 */
export type LiveNews = {
  /** Messages unread by now. */
  unread: Unread
  /** The user's messages changed: what shows them reads them again. */
  messages: Record<string, never>
  /** The user's menu or a dictionary is another one now. */
  configuration: { of: LiveEvents['configuration']['of'] }
  /** Work behind the calls changed records of this kind. */
  records: LiveEvents['records']
  /** The user's roles, permissions or menu changed. */
  access: Record<string, never>
  /** The tenant looks otherwise now: the page draws itself again. */
  brand: Record<string, never>
  /** A message of the video interview that a page of this browser has. */
  interview: InterviewSignal
  /** The build of the pages that the service has by now; empty where it does not say. */
  build: string
}

type Handler = (data: never) => void
const handlers = new Map<keyof LiveNews, Set<Handler>>()

/** Tells everything on this page. */
export function emitLive<N extends keyof LiveNews>(name: N, data: LiveNews[N]): void {
  for (const handler of handlers.get(name) ?? []) handler(data as never)
}

/**
 * Runs a handler at each event of a name, while the component is mounted.
 *
 *     useLive('messages', () => outdate(client, 'message'))
 */
export function useLive<N extends keyof LiveNews>(name: N, handler: (data: LiveNews[N]) => void): void {
  const onNews = useEffectEvent(handler)
  useEffect(() => hearLive(name, (data) => onNews(data)), [name])
}

/** The same for what goes on while its page is hidden. @returns ends it */
export function hearLive<N extends keyof LiveNews>(
  name: N,
  handler: (data: LiveNews[N]) => void,
): () => void {
  const all = handlers.get(name) ?? new Set()
  handlers.set(name, all.add(handler))
  return () => void all.delete(handler)
}
