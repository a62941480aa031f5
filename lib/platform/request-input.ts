import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import type { Endpoint } from './contract/endpoint.ts'
import { decodeForm } from './contract/form-text.ts'
import { badInput, CallError, tooLarge } from './errors.ts'

/** The fields of a request as texts, and the file of an upload. What they mean is the contract's to say. */
export type RequestInput = { fields: Record<string, string>; file?: { name: string; bytes: Buffer } }

/**
 * Reads a request's query (GET) or body (POST).
 * @throws 413 over the call's `maxBytes`, 400 for a body of another type, a name given twice, broken UTF-8 or a NUL
 */
export async function readInput(request: Request, endpoint: Endpoint): Promise<RequestInput> {
  const input =
    endpoint.method === 'GET'
      ? { fields: parseForm(new URL(request.url).search.slice(1)) }
      : endpoint.kind === 'upload'
        ? await readMultipart(request, endpoint.maxBytes)
        : await readForm(request, endpoint.maxBytes)
  // PostgreSQL takes no NUL, neither as a character nor as JSON's escape of it.
  if (Object.values(input.fields).some((text) => text.includes('\0') || /\\u0000/i.test(text)))
    throw badInput()
  return input
}

async function readForm(request: Request, maxBytes: number): Promise<RequestInput> {
  const bytes = await readBytes(request, maxBytes)
  if (bytes.length === 0) return { fields: {} }
  if (!mediaType(request, 'application/x-www-form-urlencoded')) throw badInput()
  return { fields: parseForm(decodeUtf8(bytes)) }
}

function parseForm(text: string): Record<string, string> {
  // URLSearchParams replaces broken escapes; the strict decoder refuses them.
  try {
    decodeURIComponent(text.replaceAll('+', ' '))
    return decodeForm(text)
  } catch (error) {
    if (error instanceof RangeError || error instanceof URIError) throw badInput()
    throw error
  }
}

/** The parts that a multipart body may be made of, beside the call's `maxBytes`: few short fields and one file. */
const limits = {
  fields: 50,
  files: 1,
  parts: 51,
  fieldSize: 64 * 1024,
  headerPairs: 20,
  headerSize: 4 * 1024,
}

/** Part by part as it comes: what breaks a limit ends it there. */
async function readMultipart(request: Request, maxBytes: number): Promise<RequestInput> {
  if (!mediaType(request, 'multipart/form-data')) throw badInput()
  const fields = new Map<string, string>()
  let file: RequestInput['file']
  try {
    const form = new Busboy({
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      limits,
    })
    const refuse = () => form.destroy(new Error('Not the form of an upload.'))
    for (const limit of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const) form.on(limit, refuse)
    form.on('field', (name: string | undefined, value, _nameCut, cut) => {
      if (name === undefined || fields.has(name) || cut) refuse()
      else fields.set(name, value)
    })
    form.on('file', (name, stream, fileName) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      // A broken body is an error of the form too.
      stream.on('error', () => undefined)
      stream.on('end', () => {
        // Its end says what it is.
        file = { name: unescaped(fileName).slice(-300).toWellFormed(), bytes: Buffer.concat(chunks) }
      })
      if (name !== 'file') refuse()
    })
    await pipeline(limited(request, maxBytes), form)
  } catch (error) {
    throw error instanceof CallError ? error : badInput()
  }
  return { fields: Object.fromEntries(fields), file }
}

/** Browsers write three characters of a name so, and no other; a percent sign they leave as it is. */
const unescaped = (name: string) =>
  name.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n')

const mediaType = (request: Request, type: string) =>
  (request.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() === type

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw badInput()
  }
}

async function readBytes(request: Request, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of limited(request, maxBytes)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The body; stops reading as soon as it is too long. @throws 413 */
async function* limited(request: Request, maxBytes: number): AsyncGenerator<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge()
  if (!request.body) return
  let length = 0
  for await (const chunk of request.body) {
    length += chunk.length
    if (length > maxBytes) throw tooLarge()
    yield chunk
  }
}
