import type { Endpoint, InputOf, OutputOf } from '../contracts/endpoint.ts'
import { encodeForm, type WireValue } from '../contracts/form-text.ts'
import { ApiError, errorOf, noAnswer } from './api-error.ts'
import { ownRequest, timeoutMs } from './call.ts'
import { report } from './funnel.ts'

export type UploadOptions = { signal?: AbortSignal; onProgress?: (share: number) => void }

/**
 * Sends a file with its fields as form data; `onProgress` hears the share sent, 0 to 1. XMLHttpRequest, because
 * fetch tells nothing about a body on its way.
 *
 *     await uploadFile(contracts.attachments.upload, { orderId, materialType, eventId }, file, { onProgress })
 *
 * @throws {ApiError} on every answer but 200, and on none
 * @throws {DOMException} AbortError, when `signal` aborts
 */
export function uploadFile<E extends Endpoint>(
  endpoint: E,
  fields: InputOf<E>,
  file: File,
  { signal, onProgress }: UploadOptions = {},
): Promise<OutputOf<E>> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new DOMException('upload aborted', 'AbortError'))
    const body = new FormData()
    for (const [name, value] of new URLSearchParams(encodeForm(fields as Record<string, WireValue>))) {
      body.append(name, value)
    }
    // The fields go first: a receiver that streams knows where the file belongs before it comes.
    body.append('file', file, file.name)

    const xhr = new XMLHttpRequest()
    const fail = (error: ApiError) => {
      report(error)
      reject(error)
    }
    xhr.open(endpoint.method, `/nlos${endpoint.path}`)
    for (const [name, value] of Object.entries(ownRequest)) xhr.setRequestHeader(name, value)
    xhr.timeout = timeoutMs
    xhr.upload.onprogress = (event) => {
      if (event.lengthComputable && event.total > 0) onProgress?.(event.loaded / event.total)
    }
    xhr.onload = () => {
      if (xhr.status !== 200) return fail(errorOf(xhr.status, xhr.responseText))
      try {
        resolve(JSON.parse(xhr.responseText))
      } catch {
        fail(new ApiError(noAnswer))
      }
    }
    xhr.onerror = () => fail(new ApiError(noAnswer))
    xhr.ontimeout = () => fail(new ApiError(noAnswer))
    xhr.onabort = () => reject(new DOMException('upload aborted', 'AbortError'))
    signal?.addEventListener('abort', () => xhr.abort(), { once: true })
    xhr.send(body)
  })
}
