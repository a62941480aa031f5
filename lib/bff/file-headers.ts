import type { IncomingHttpHeaders } from 'node:http'
import { attachmentHeader, fileNameIn } from '../rules/file-name.ts'

/** Types that a browser shows without running anything; every other file travels as bytes. */
const SHOWN = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
])

/** The one word of the upstream about keeping that travels on: a file whose address is its content's. */
const KEPT_FOR_GOOD = 'private, max-age=31536000, immutable'

/**
 * Headers of a file on its way to the browser: always an attachment in a sandbox, under a name of one line.
 * @param upstream headers of the upstream's answer; type, length and name are read, nothing is copied blindly.
 */
export function fileHeaders(upstream: IncomingHttpHeaders): Record<string, string> {
  const type = upstream['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
  const length = upstream['content-length']
  const headers: Record<string, string> = {
    'content-type': SHOWN.has(type) ? type : 'application/octet-stream',
    'content-disposition': attachmentHeader(fileNameIn(upstream['content-disposition'])),
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; sandbox",
  }
  if (upstream['cache-control'] === KEPT_FOR_GOOD) headers['cache-control'] = KEPT_FOR_GOOD
  if (length !== undefined && /^\d{1,15}$/.test(length)) headers['content-length'] = length
  return headers
}
