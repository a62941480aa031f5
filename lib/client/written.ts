import type { Subject } from '../domains/endpoints.ts'
import type { Endpoint } from '../platform/contract/endpoint.ts'
import { ApiError } from './api-error.ts'

/** Everything that the page keeps itself while somebody works: its own copy is newer than any answer. */
const kept: readonly string[] = ['preference', 'draft', 'workspace'] satisfies Subject[]
/** Refused at the door, by its input or by right: nothing that is shown has turned out to be old. */
const unread = [400, 401, 403, 423]

let listener: ((subject: string) => void) | undefined
let held: Set<string> | undefined

/** Hears what was written, to ask again for what is shown of it; undefined ends it. */
export function setWritten(next: typeof listener): void {
  listener = next
}

/**
 * Says what a call wrote. After a refusal too: that somebody was first means that what is shown is old; and a call
 * without an answer may have done its work.
 */
export function tellWritten({ writes }: Endpoint, error?: unknown): void {
  if (!writes || kept.includes(writes.on)) return
  if (error instanceof ApiError && unread.includes(error.status)) return
  // Everything that waits for a second person now is a record of its own, which its banner shows.
  const also: Subject[] = 'proposes' in writes && writes.proposes ? ['change'] : []
  for (const subject of [writes.on, ...also]) {
    if (held) held.add(subject)
    else listener?.(subject)
  }
}

/** Many writes in a row: what they wrote is told once, when the last one is over. */
export async function tellWrittenOnce(run: () => Promise<void>): Promise<void> {
  held = new Set()
  try {
    await run()
  } finally {
    const subjects = held
    held = undefined
    for (const subject of subjects) listener?.(subject)
  }
}
