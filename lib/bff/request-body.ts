import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { Endpoint } from '../platform/contract/endpoint.ts'
import { Refusal } from './refusal.ts'

/** A form has to be here within this many ms; an upload has the whole deadline of the call. */
const FORM_DEADLINE = 30_000
const FORM = 'application/x-www-form-urlencoded'
const MULTIPART = /^multipart\/form-data;\s*boundary=("[^"\r\n]{1,70}"|[A-Za-z0-9'()+_,./:=?-]{1,70})$/i

export type Body = { body: Buffer | Readable | null; headers: Record<string, string> }

/**
 * The body of a call, with the headers that describe it to the upstream. Type and stated length are judged
 * before anything is read; forms are read whole, uploads stay a stream that breaks at the limit.
 * @throws {Refusal} 400, 408, 413 or 415.
 */
export async function readBody(
  headers: IncomingHttpHeaders,
  stream: Readable | null,
  endpoint: Pick<Endpoint, 'method' | 'kind' | 'maxBytes' | 'signed'>,
): Promise<Body> {
  if (endpoint.method === 'GET') return { body: null, headers: {} }
  const length = statedLength(headers)
  if (length !== undefined && length > endpoint.maxBytes)
    throw new Refusal(413, 'stated length over the limit')
  if (endpoint.signed) return readSigned(headers, stream, endpoint.maxBytes)
  const empty = stream === null || (length ?? (headers['transfer-encoding'] === undefined ? 0 : 1)) === 0
  const type = contentType(headers['content-type'], endpoint.kind, empty)
  if (empty || stream === null) return { body: Buffer.alloc(0), headers: { 'content-type': type } }
  if (endpoint.kind !== 'upload') {
    const here = wholeAlready(stream, length)
    return { body: here ?? (await readWhole(stream, endpoint.maxBytes)), headers: { 'content-type': type } }
  }
  const described: Record<string, string> = { 'content-type': type }
  if (length !== undefined) described['content-length'] = String(length)
  return { body: limited(stream, endpoint.maxBytes), headers: described }
}

/** Everything that a machine signed, byte by byte as it came, and its signature: a form of two fields. */
async function readSigned(
  headers: IncomingHttpHeaders,
  stream: Readable | null,
  limit: number,
): Promise<Body> {
  if (!/^application\/json\s*(;\s*charset=utf-8)?$/i.test(headers['content-type'] ?? ''))
    throw new Refusal(415, 'content-type')
  // As a field of a form, a byte may take three.
  const bytes = stream ? await readWhole(stream, Math.floor(limit / 4)) : Buffer.alloc(0)
  const signature = String(headers['x-nlos-signature'] ?? '').slice(0, 200)
  const form = new URLSearchParams({ body: bytes.toString(), signature })
  return { body: Buffer.from(form.toString()), headers: { 'content-type': FORM } }
}

function statedLength(headers: IncomingHttpHeaders): number | undefined {
  const stated = headers['content-length']
  if (stated === undefined) return undefined
  if (!/^\d{1,15}$/.test(stated)) throw new Refusal(400, 'content-length')
  return Number(stated)
}

/** The type in our own spelling: what a client adds to it does not travel. */
function contentType(header: string | undefined, kind: Endpoint['kind'], empty: boolean): string {
  if (kind !== 'upload' && (header === undefined ? empty : isForm(header))) return FORM
  if (header !== undefined && MULTIPART.test(header)) return header
  throw new Refusal(415, 'content-type')
}

const isForm = (header: string) =>
  header === FORM || /^application\/x-www-form-urlencoded\s*(;\s*charset=utf-8)?$/i.test(header)

/** A form that came in one piece with its head, as nearly all do: nothing to listen for. */
function wholeAlready(stream: Readable, length: number | undefined): Buffer | undefined {
  const body: unknown = stream.readableLength === length ? stream.read() : undefined
  if (!Buffer.isBuffer(body)) return undefined
  stream.resume()
  return body
}

function readWhole(stream: Readable, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const end = (finish: () => void) => {
      clearTimeout(timer)
      stream.off('data', onData).off('end', onEnd).off('error', onError).off('close', onError)
      finish()
    }
    const refuse = (refusal: Refusal) => {
      stream.pause()
      end(() => reject(refusal))
    }
    const timer = setTimeout(() => refuse(new Refusal(408, 'body too slow')), FORM_DEADLINE)
    const onData = (chunk: Buffer) => {
      size += chunk.length
      if (size > limit) refuse(new Refusal(413, 'body over the limit'))
      else chunks.push(chunk)
    }
    const onEnd = () =>
      end(() => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
    const onError = () => end(() => reject(new Refusal(400, 'body broke off')))
    stream.on('data', onData).once('end', onEnd).once('error', onError).once('close', onError)
  })
}

/**
 * The same bytes, ending in a refusal at the limit or when the client breaks off. Reading begins with the first reader,
 * so that a call refused before that leaves the client's body to its carrier. Chunks are passed on by hand: a generator
 * over the stream takes four times as long, which at 64 MB is as much as the rest of the way.
 */
function limited(stream: Readable, limit: number): Readable {
  let size = 0
  let reading = false
  const onData = (chunk: Buffer) => {
    size += chunk.length
    if (size > limit) body.destroy(new Refusal(413, 'body over the limit'))
    else if (!body.push(chunk)) stream.pause()
  }
  const onEnd = () => {
    // Everything that is whole may be closed while its reader is still behind.
    stream.off('close', onBreak)
    body.push(null)
  }
  const onBreak = () => void body.destroy(new Refusal(400, 'body broke off'))
  const begin = () => {
    reading = true
    if (stream.destroyed) onBreak()
    // The break stays heard to the end: nobody else does, and an error that nobody hears ends the process.
    else stream.on('data', onData).once('end', onEnd).once('close', onBreak).on('error', onBreak)
  }
  const body = new Readable({
    read() {
      if (!reading) begin()
      stream.resume()
    },
    destroy(error, done) {
      stream.off('data', onData).off('end', onEnd).off('close', onBreak).pause()
      done(error)
    },
  })
  return body
}
