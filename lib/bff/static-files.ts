import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { BoundedMap } from './bounded-map.ts'
import { singleFlight } from './single-flight.ts'

const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  wasm: 'application/wasm',
}
const COMPRESSED = new Set(['js', 'mjs', 'css', 'json', 'webmanifest', 'svg', 'txt', 'wasm'])
const MIN_COMPRESSED = 1024
/** Compressed copies kept; a build has some hundreds of files. */
const KEPT = 2_000

type StaticFile = { file: string; type: string; compress: boolean; cacheControl: string; etag: string }

/** Answers a request for a static file; false when the path is none. */
export type StaticFiles = (req: IncomingMessage, res: ServerResponse) => boolean

/**
 * Static files under exact paths: a list made once, so that no path can lead anywhere else. Precompressed
 * `.br` and `.gz` neighbours are used when they exist; otherwise a copy is compressed once, off the event
 * loop, and kept.
 * @param folders URL prefix to folder; `immutable` for names that carry their content's hash.
 */
export function createStaticFiles(
  folders: { prefix: string; folder: string; immutable: boolean }[],
): StaticFiles {
  const files = new Map<string, StaticFile>()
  for (const { prefix, folder, immutable } of folders) collect(files, prefix, folder, immutable)
  const copies = new BoundedMap<Buffer>(KEPT)
  return (req, res) => {
    const path = req.url?.split('?', 1)[0] ?? ''
    const found = files.get(path)
    if (found === undefined) return false
    send(found, req, res, copies).catch(() => {
      if (!res.headersSent) res.writeHead(404, { 'cache-control': 'no-store' })
      res.end()
    })
    return true
  }
}

function collect(files: Map<string, StaticFile>, prefix: string, folder: string, immutable: boolean): void {
  let entries: string[]
  try {
    entries = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  } catch {
    return
  }
  for (const entry of entries) {
    const file = join(folder, entry)
    const info = statSync(file)
    const extension = /\.([a-z0-9]+)$/.exec(entry)?.[1] ?? ''
    const type = TYPES[extension]
    if (!info.isFile() || type === undefined) continue
    files.set(prefix + encodeURI(entry.replaceAll('\\', '/')), {
      file,
      type,
      compress: COMPRESSED.has(extension) && info.size >= MIN_COMPRESSED,
      cacheControl: immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      etag: `"${createHash('sha256').update(`${info.size}.${info.mtimeMs}.${entry}`).digest('base64url').slice(0, 22)}"`,
    })
  }
}

async function send(
  found: StaticFile,
  req: IncomingMessage,
  res: ServerResponse,
  copies: BoundedMap<Buffer>,
): Promise<void> {
  const encoding = found.compress ? preferredEncoding(req.headers['accept-encoding']) : undefined
  const etag = encoding ? found.etag.replace(/"$/, `-${encoding}"`) : found.etag
  const headers: Record<string, string> = { 'cache-control': found.cacheControl, etag }
  if (found.compress) headers.vary = 'accept-encoding'
  if (req.headers['if-none-match'] === etag) {
    res.writeHead(304, headers).end()
    return
  }
  const body = await contentOf(found, encoding, copies)
  headers['content-type'] = found.type
  headers['content-length'] = String(body.length)
  if (encoding) headers['content-encoding'] = encoding
  res.writeHead(200, headers).end(req.method === 'HEAD' ? undefined : body)
}

/** The better of brotli and gzip that a client takes. */
export function preferredEncoding(header: string | string[] | undefined): 'br' | 'gzip' | undefined {
  const accepted = String(header ?? '')
  const takes = (name: string) =>
    new RegExp(`(^|,)\\s*${name}\\s*(;(?!\\s*q=0(\\.0*)?\\s*(,|$))|,|$)`).test(accepted)
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : undefined
}

async function contentOf(
  { file }: StaticFile,
  encoding: 'br' | 'gzip' | undefined,
  copies: BoundedMap<Buffer>,
): Promise<Buffer> {
  const key = `${encoding ?? 'plain'} ${file}`
  const kept = copies.get(key)
  if (kept !== undefined) return kept
  return singleFlight(`static ${key}`, async () => {
    const body = encoding ? await compressed(file, encoding) : readFileSync(file)
    copies.set(key, body, Number.POSITIVE_INFINITY)
    return body
  })
}

/** Everything that the build made, or a quick compression of our own. */
async function compressed(file: string, encoding: 'br' | 'gzip'): Promise<Buffer> {
  try {
    return readFileSync(`${file}.${encoding === 'br' ? 'br' : 'gz'}`)
  } catch {
    return compress(readFileSync(file), encoding)
  }
}

function compress(content: Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, result: Buffer) => (error ? reject(error) : resolve(result))
    if (encoding === 'gzip') gzip(content, done)
    else {
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: 9,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      }
      brotliCompress(content, { params }, done)
    }
  })
}
