import type { IncomingMessage } from 'node:http'
import { Refusal } from './refusal.ts'

const MAX_URL = 8_192
/** Headers that carry one value; two of them are two opinions of one request (RFC 9112). */
const SINGLE = new Set(['host', 'content-length', 'x-forwarded-host', 'x-forwarded-proto'])
/** Of so many characters; of most headers no more needs to be known. */
const SINGLE_LENGTHS = new Set([...SINGLE].map(({ length }) => length))
/** The one page whose path holds an address as a whole; no file and no call lies there. */
const ADDRESS_IN_PATH = /^\/myiframe\/[^/]+$/
/** Words of Next’s own servers and of ours to each other, which nobody outside says; but a machine signs what it brings. */
const INTERNAL =
  /^(x-middleware-|x-nlos-(?!$|signature$)|x-next-|next-resume$|next-action$|x-matched-path$|x-now-route-matches$|x-nextjs-data$|x-invoke-|x-original-|x-rewrite-)/

/**
 * Refuses what must not reach anything behind the listener, by the request line and the raw headers.
 * @throws {Refusal} 400, 405 or 414.
 */
export function checkRequestLine(req: IncomingMessage): void {
  const url = req.url ?? ''
  if (url.length > MAX_URL) throw new Refusal(414, 'url length')
  if (url[0] !== '/' || !/^[\x21-\x7e]+$/.test(url)) throw new Refusal(400, 'request target')
  const path = url.split('?', 1)[0] ?? ''
  const encoded = ADDRESS_IN_PATH.test(path) ? /\/\/|\\|%(?:00|5c)/i : /\/\/|\\|%(?:00|2f|5c)/i
  if (encoded.test(path) || !isDecodable(path)) throw new Refusal(400, 'path')
  const seen = new Set<string>()
  for (let i = 0; i < req.rawHeaders.length; i += 2) {
    const given = req.rawHeaders[i] ?? ''
    if (!SINGLE_LENGTHS.has(given.length)) continue
    const name = given.toLowerCase()
    if (!SINGLE.has(name)) continue
    if (seen.has(name)) throw new Refusal(400, `two ${name} headers`)
    seen.add(name)
  }
  if (!seen.has('host')) throw new Refusal(400, 'no host header')
  const coding = req.headers['transfer-encoding']
  if (coding !== undefined && coding !== 'chunked') throw new Refusal(400, 'transfer-encoding')
  // Nothing here reads one, and what would have to be thrown away is not taken in.
  const bodiless = req.method === 'GET' || req.method === 'HEAD'
  if (bodiless && (coding !== undefined || Number(req.headers['content-length'] ?? 0) !== 0))
    throw new Refusal(400, 'body of a GET')
}

function isDecodable(path: string): boolean {
  if (!path.includes('%')) return true
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** Takes away the headers by which a client could speak as Next or as the front listener. */
export function dropInternalHeaders(req: IncomingMessage): void {
  for (const name of Object.keys(req.headers)) {
    if (INTERNAL.test(name)) delete req.headers[name]
  }
  delete req.headers['content-security-policy']
  delete req.headers['content-security-policy-report-only']
}
