import type { IncomingMessage, OutgoingHttpHeader, ServerResponse } from 'node:http'
import { type BrotliCompress, constants, createBrotliCompress, createGzip, type Gzip } from 'node:zlib'
import { preferredEncoding } from './static-files.ts'

const COMPRESSIBLE = /^(text\/html|text\/x-component|application\/json|text\/plain)\b/

/**
 * Makes a response compress what is written to it, when it turns out to be a page: brotli quality 4 costs less
 * than gzip 6 and is smaller. Every write is flushed, so that a streamed page still arrives in its pieces.
 * Event streams and answers marked `no-transform` pass as they are.
 */
export function compressPages(req: IncomingMessage, res: ServerResponse): void {
  const encoding = preferredEncoding(req.headers['accept-encoding'])
  if (encoding === undefined || req.method === 'HEAD') return
  const plain = { write: res.write.bind(res), end: res.end.bind(res), writeHead: res.writeHead.bind(res) }
  let encoder: BrotliCompress | Gzip | undefined
  let decided = false

  function decide(): void {
    if (decided) return
    decided = true
    if (!isPage(res)) return
    res.removeHeader('content-length')
    res.setHeader('content-encoding', encoding ?? 'br')
    res.appendHeader('vary', 'accept-encoding')
    encoder = encoding === 'br' ? brotli() : createGzip({ flush: constants.Z_SYNC_FLUSH })
    encoder.on('data', (chunk) => {
      if (!plain.write(chunk)) encoder?.pause()
    })
    encoder.once('end', () => plain.end())
    encoder.on('drain', () => res.emit('drain'))
    res.on('drain', () => encoder?.resume())
    res.once('close', () => encoder?.destroy())
  }

  res.writeHead = ((...args: [number, ...unknown[]]) => {
    for (const [name, value] of headersIn(args)) res.setHeader(name, value)
    res.statusCode = args[0]
    decide()
    return plain.writeHead(args[0])
  }) as typeof res.writeHead
  res.write = ((...args: Parameters<typeof plain.write>) => {
    decide()
    return encoder ? encoder.write(...args) : plain.write(...args)
  }) as typeof res.write
  res.end = ((...args: Parameters<typeof plain.end>) => {
    decide()
    if (!encoder) return plain.end(...args)
    encoder.end(...args)
    return res
  }) as typeof res.end
}

function isPage(res: ServerResponse): boolean {
  const bodyless = res.statusCode === 204 || res.statusCode === 304
  if (bodyless || res.headersSent || res.hasHeader('content-encoding')) return false
  if (/\bno-transform\b/.test(String(res.getHeader('cache-control') ?? ''))) return false
  return COMPRESSIBLE.test(String(res.getHeader('content-type') ?? ''))
}

/** The headers among the arguments of `writeHead(status, [text], [headers])`. */
function headersIn(args: unknown[]): [string, OutgoingHttpHeader][] {
  const headers = args.find((arg) => typeof arg === 'object' && arg !== null)
  if (headers === undefined) return []
  if (!Array.isArray(headers)) return Object.entries(headers as Record<string, OutgoingHttpHeader>)
  const flat = headers.flat() as string[]
  return flat.flatMap((name, i): [string, string][] => (i % 2 === 0 ? [[name, flat[i + 1] ?? '']] : []))
}

function brotli(): BrotliCompress {
  return createBrotliCompress({
    flush: constants.BROTLI_OPERATION_FLUSH,
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 4,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  })
}
