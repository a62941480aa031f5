import type { IncomingHttpHeaders } from 'node:http'

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
    'content-disposition': disposition(fileName(upstream['content-disposition'])),
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; sandbox",
  }
  if (upstream['cache-control'] === KEPT_FOR_GOOD) headers['cache-control'] = KEPT_FOR_GOOD
  if (length !== undefined && /^\d{1,15}$/.test(length)) headers['content-length'] = length
  return headers
}

/** The file name of a Content-Disposition header, RFC 6266: `filename*` before `filename`. */
function fileName(header: string | undefined): string {
  const extended = /filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header ?? '')?.[1]
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended)
    } catch {
      return 'download'
    }
  }
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header ?? '')
  return plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2] ?? 'download'
}

/** Control, direction and path characters are what a name could deceive with. */
function disposition(name: string): string {
  const safe = name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\/:*?"<>|]/gu, '_')
    .slice(-150)
    .replace(/[\uD800-\uDFFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '_')
  const ascii = safe.replace(/[^\x20-\x7e]|[%']/g, '_')
  const encoded = encodeURIComponent(safe).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
