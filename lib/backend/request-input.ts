import type { Endpoint } from '../contracts/endpoint.ts'
import { decodeForm } from '../contracts/form-text.ts'
import { badInput, tooLarge } from './errors.ts'

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

async function readMultipart(request: Request, maxBytes: number): Promise<RequestInput> {
  if (!mediaType(request, 'multipart/form-data')) throw badInput()
  const bytes = await readBytes(request, maxBytes)
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  const form = await new Response(new Uint8Array(bytes), { headers }).formData().catch(() => {
    throw badInput()
  })
  const fields = new Map<string, string>()
  let file: RequestInput['file']
  for (const [name, value] of form) {
    if (typeof value !== 'string') {
      if (name !== 'file' || file) throw badInput()
      // Its end says what it is.
      file = { name: value.name.slice(-300).toWellFormed(), bytes: Buffer.from(await value.arrayBuffer()) }
    } else {
      if (fields.has(name) || fields.size >= 50) throw badInput()
      fields.set(name, value)
    }
  }
  return { fields: Object.fromEntries(fields), file }
}

const mediaType = (request: Request, type: string) =>
  (request.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() === type

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw badInput()
  }
}

/** The whole body; stops reading as soon as it is too long. */
async function readBytes(request: Request, maxBytes: number): Promise<Buffer> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge()
  if (!request.body) return Buffer.alloc(0)
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body) {
    length += chunk.length
    if (length > maxBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, length)
}
