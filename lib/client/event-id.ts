import type { ActionOf, Endpoint, InputOf } from '../platform/contract/endpoint.ts'
import { ApiError } from './api-error.ts'
import { tellWritten } from './written.ts'

/** 22 characters of [A-Za-z0-9_-], 128 random bits. */
export function newEventId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .slice(0, 22)
}

/** Ids of what was sent and not answered, by call and content. */
const unanswered = new Map<string, string>()
const files = new WeakMap<File, string>()

/**
 * Runs a write under the id of one action of the user. The same content sent while it is on its way, or after an answer
 * that never came, is the same action: the service answers as it did the first time, so that a double click or another
 * try does nothing twice. Once there is an answer, the same content is another action. Calls without an event id pass;
 * an action that has waited in the browser brings the id it was given then.
 * What is shown of the subject that was written is asked for again.
 *
 * @param file of an upload: the file that was chosen, another choice of it is another one
 */
export async function asOneEvent<E extends Endpoint, T>(
  endpoint: E,
  action: ActionOf<E>,
  run: (input: InputOf<E>) => Promise<T>,
  file?: File,
): Promise<T> {
  try {
    const answer = await runOnce(endpoint, action, run, file)
    tellWritten(endpoint)
    return answer
  } catch (error) {
    tellWritten(endpoint, error)
    throw error
  }
}

async function runOnce<E extends Endpoint, T>(
  endpoint: E,
  action: ActionOf<E>,
  run: (input: InputOf<E>) => Promise<T>,
  file: File | undefined,
): Promise<T> {
  if (!takesEvent(endpoint) || 'eventId' in (action as object)) return run(action as InputOf<E>)
  const content = JSON.stringify([endpoint.path, action, file && numberOf(file)])
  const eventId = unanswered.get(content) ?? newEventId()
  unanswered.set(content, eventId)
  try {
    const answer = await run({ ...(action as object), eventId } as InputOf<E>)
    unanswered.delete(content)
    return answer
  } catch (error) {
    const answered = error instanceof ApiError && error.status > 0 && error.status < 500
    if (answered) unanswered.delete(content)
    else if (error instanceof ApiError) error.unsure = error.ownMessage === 'errors.timeout'
    throw error
  }
}

const takesEvent = ({ writes }: Endpoint) =>
  writes !== undefined && (!('own' in writes) || writes.own === undefined || writes.own === 'entry')

function numberOf(file: File): string {
  const known = files.get(file) ?? newEventId()
  files.set(file, known)
  return known
}
