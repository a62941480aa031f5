import type { Endpoint, InputOf } from '../platform/contract/endpoint.ts'
import { encodeForm, type WireValue } from '../platform/contract/form-text.ts'
import { fileNameIn } from '../rules/file-name.ts'
import { ApiError } from './api-error.ts'
import { type CallOptions, send } from './call.ts'
import { report } from './funnel.ts'

/**
 * Asks for a file and hands it to the browser's downloads under the name the service gave it.
 *
 *     await download(contracts.applications.exportList, { list: 'intake', columns, ...filters })
 */
export async function download<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options?: CallOptions,
): Promise<void> {
  try {
    const response = await send(endpoint, input, options)
    saveAs(await response.blob(), fileNameIn(response.headers.get('content-disposition')))
  } catch (error) {
    if (error instanceof ApiError) report(error)
    throw error
  }
}

/** A call that makes a file, and what it is asked with: it is sent at once, or made behind the page. */
export type FileCall = { endpoint: Endpoint; input: Record<string, WireValue> }

/** The file of a list, for its definition: `exportFile: (filter, columns) => fileCall(couriers.exportList, { ...filter, columns })` */
export const fileCall = <E extends Endpoint>(endpoint: E, input: InputOf<E>): FileCall => ({
  endpoint,
  input: input as Record<string, WireValue>,
})

/** The address of a file that a GET endpoint serves, for `src` and `href`: a picture, a preview. */
export function fileUrl<E extends Endpoint>(endpoint: E, input: InputOf<E>): string {
  return `/nlos${endpoint.path}?${encodeForm(input as Record<string, WireValue>)}`
}

function saveAs(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download reads the address after the click; it stays valid long enough for that.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
