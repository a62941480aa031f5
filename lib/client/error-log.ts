import {
  cleanError,
  type ErrorType,
  errorTypes,
  isChunkError,
  type LoggedError,
  mostErrors,
} from '../domains/system/rules/error-log.ts'
import { forget, keep, recall } from './storage.ts'

/**
 * The local log of errors (specification points 3 and 8): what scripts, promises, components and files of the page
 * failed at, the newest {@link mostErrors}, in local storage until it is uploaded or cleared.
 */
const key = 'nlos-error-log'

/** The same error again within this time is one row: a loop must not wear the storage out. */
const sameErrorMs = 5_000

const listeners = new Set<() => void>()
let cached: readonly LoggedError[] | undefined
let chunkFailed = false

/** The errors kept, the newest first; the same array until one is added or the log is cleared. */
export function loggedErrors(): readonly LoggedError[] {
  cached ??= read()
  return cached
}

function read(): LoggedError[] {
  const kept = recall(key)
  return Array.isArray(kept) ? kept.filter(isLogged).slice(0, mostErrors) : []
}

/** True where a file of the page failed since it was loaded: what needs it cannot work before a reload. */
export const hasChunkFailed = (): boolean => chunkFailed

/** For useSyncExternalStore. */
export function subscribeToErrors(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/**
 * Notes an error.
 *
 * @param info what else is known, such as the components around it
 */
export function logError(type: ErrorType, error: unknown, info = ''): void {
  const isChunk = isChunkError(error)
  if (isChunk) chunkFailed = true
  const next = cleanError({
    type: isChunk ? 'chunk' : type,
    message: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    stack: error instanceof Error ? (error.stack ?? '') : '',
    info,
    url: window.location.pathname,
    time: Date.now(),
  })
  // Other tabs of the browser write here too.
  const kept = read()
  const [newest] = kept
  const isSame = newest?.message === next.message && newest.url === next.url
  if (!isSame || next.time - newest.time > sameErrorMs) {
    cached = [next, ...kept].slice(0, mostErrors)
    keep(key, cached)
  }
  tell()
}

/** Forgets the errors up to a time (epoch ms), all of them unless told; those after an upload stay. */
export function clearErrors(upTo = Number.POSITIVE_INFINITY): void {
  cached = read().filter(({ time }) => time > upTo)
  if (cached.length > 0) keep(key, cached)
  else forget(key)
  tell()
}

function tell(): void {
  for (const listener of listeners) listener()
}

/** Listens for what nobody caught, as long as the page lives. */
export function catchErrors(): void {
  window.addEventListener('error', (event) => {
    // Errors of scripts of another origin say nothing: no error, no place.
    if (event.error || event.filename) {
      logError('script', event.error ?? event.message, `${event.filename}:${event.lineno}:${event.colno}`)
    }
  })
  window.addEventListener('unhandledrejection', ({ reason }) => {
    const isAborted = reason instanceof DOMException && reason.name === 'AbortError'
    if (!isAborted) logError('promise', reason)
  })
  window.addEventListener('storage', (event) => {
    if (event.key !== key && event.key !== null) return
    cached = undefined
    tell()
  })
}

const isLogged = (value: unknown): value is LoggedError =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  errorTypes.some((type) => type === value.type) &&
  'time' in value &&
  typeof value.time === 'number' &&
  ['message', 'stack', 'info', 'url'].every(
    (name) => typeof (value as Record<string, unknown>)[name] === 'string',
  )
