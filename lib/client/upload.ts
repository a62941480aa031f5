import type { ActionOf, Endpoint, InputOf, OutputOf } from '../platform/contract/endpoint.ts'
import { encodeForm, type WireValue } from '../platform/contract/form-text.ts'
import { shownText } from '../rules/shown-text.ts'
import { ApiError, errorOf, noAnswer } from './api-error.ts'
import { ownRequest, timeoutMs } from './call.ts'
import { asOneEvent } from './event-id.ts'
import { report } from './funnel.ts'

export type UploadOptions = {
  signal?: AbortSignal
  /** Hears the share sent, 0 to 1. */
  onProgress?: (share: number) => void
  /** Hears that the service has too much to do, and that the same upload follows by itself. */
  onBusy?: () => void
}

/** A service that is busy is asked again so often; it says when. */
const busyTries = 6
const longestWaitS = 30

/**
 * Sends a file with its fields as form data. XMLHttpRequest, because fetch tells nothing about a body on its way.
 *
 *     await uploadFile(contracts.attachments.upload, { orderId, materialType }, file, { onProgress })
 *
 * @throws {ApiError} on every answer but 200, and on none
 * @throws {DOMException} AbortError, when `signal` aborts
 */
export async function uploadFile<E extends Endpoint>(
  endpoint: E,
  fields: ActionOf<E>,
  file: File,
  options: UploadOptions = {},
): Promise<OutputOf<E>> {
  try {
    return await requestUpload(endpoint, fields, file, options)
  } catch (error) {
    if (error instanceof ApiError) report(error)
    throw error
  }
}

/** As {@link uploadFile}, without the funnel: for those who report the failure themselves. */
export function requestUpload<E extends Endpoint>(
  endpoint: E,
  fields: ActionOf<E>,
  file: File,
  options: UploadOptions = {},
): Promise<OutputOf<E>> {
  return asOneEvent(endpoint, fields, (sent) => sendUntilTaken(endpoint, sent, file, options), file)
}

async function sendUntilTaken<E extends Endpoint>(
  endpoint: E,
  fields: InputOf<E>,
  file: File,
  options: UploadOptions,
): Promise<OutputOf<E>> {
  const { signal, onBusy } = options
  for (let tries = 1; ; tries++) {
    if (signal?.aborted) throw aborted()
    const { status, text, retryAfter } = await send(endpoint, fields, file, options)
    if (status === 503 && retryAfter !== undefined && tries < busyTries) {
      onBusy?.()
      await wait(Math.min(retryAfter, longestWaitS) * 1000, signal)
      continue
    }
    const answer = status === 200 ? parse(text) : undefined
    if (answer !== undefined) return answer as OutputOf<E>
    throw status === 200 ? new ApiError(noAnswer) : errorOf(status, text)
  }
}

const aborted = () => new DOMException('upload aborted', 'AbortError')

function parse(text: string): unknown {
  try {
    return JSON.parse(shownText(text))
  } catch {
    return undefined
  }
}

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        reject(aborted())
      },
      { once: true },
    )
  })
}

type Received = { status: number; text: string; retryAfter: number | undefined }

function send<E extends Endpoint>(
  endpoint: E,
  fields: InputOf<E>,
  file: File,
  { signal, onProgress }: UploadOptions,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const body = new FormData()
    for (const [name, value] of new URLSearchParams(encodeForm(fields as Record<string, WireValue>))) {
      body.append(name, value)
    }
    // The fields go first: a receiver that streams knows where the file belongs before it comes.
    body.append('file', file, file.name)

    const xhr = new XMLHttpRequest()
    xhr.open(endpoint.method, `/nlos${endpoint.path}`)
    for (const [name, value] of Object.entries(ownRequest)) xhr.setRequestHeader(name, value)
    xhr.timeout = timeoutMs
    xhr.upload.onprogress = (event) => {
      if (event.lengthComputable && event.total > 0) onProgress?.(event.loaded / event.total)
    }
    const end = (status: number, text: string, retryAfter: string | null = null) =>
      resolve({ status, text, retryAfter: retryAfter === null ? undefined : Number(retryAfter) })
    xhr.onload = () => end(xhr.status, xhr.responseText, xhr.getResponseHeader('retry-after'))
    xhr.onerror = () => end(noAnswer, '')
    xhr.ontimeout = () => end(noAnswer, '')
    xhr.onabort = () => reject(aborted())
    signal?.addEventListener('abort', () => xhr.abort(), { once: true })
    xhr.send(body)
  })
}
