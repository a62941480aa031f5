import { encodeForm } from '../platform/contract/form-text.ts'
import { ownRequest } from './call.ts'

/** The calls of the service as `/openapi.json` describes them, and how one is tried. */

type Schema = { type?: string; format?: string; enum?: readonly unknown[] }
type Operation = {
  operationId: string
  description?: string
  'x-access': string | readonly string[]
  'x-writes'?: string
  parameters?: readonly { name: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, Body> }
}
type Body = {
  schema: { properties?: Record<string, Schema>; required?: readonly string[] }
  encoding?: Record<string, unknown>
}

export type CallField = {
  name: string
  required: boolean
  /** Travels as JSON text. */
  json: boolean
  /** The values that it holds: `integer`, or the choices. */
  holds: string
}
export type ServiceCall = {
  name: string
  method: string
  path: string
  about: string
  access: string | readonly string[]
  /** The subject that it changes; undefined for a call that reads. */
  writes: string | undefined
  upload: boolean
  fields: readonly CallField[]
}

/** @throws {Error} when the description does not come */
export async function readServiceCalls(): Promise<ServiceCall[]> {
  const response = await fetch('/openapi.json')
  if (!response.ok) throw new Error(`${response.status}`)
  const { paths }: { paths: Record<string, Record<string, Operation>> } = await response.json()
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => callOf(path, method.toUpperCase(), operation)),
  )
}

function callOf(path: string, method: string, operation: Operation): ServiceCall {
  const [type = '', body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  const asked = (operation.parameters ?? []).map(({ name, required, schema }) =>
    fieldOf(name, schema, required, false),
  )
  const sent = Object.entries(body?.schema.properties ?? {}).map(([name, schema]) =>
    fieldOf(name, schema, body?.schema.required?.includes(name) ?? false, name in (body?.encoding ?? {})),
  )
  return {
    name: operation.operationId,
    method,
    path,
    about: operation.description ?? '',
    access: operation['x-access'],
    writes: operation['x-writes'],
    upload: type === 'multipart/form-data',
    fields: [...asked, ...sent],
  }
}

const fieldOf = (name: string, schema: Schema, required: boolean, json: boolean): CallField => ({
  name,
  required,
  json,
  holds: schema.enum?.map(String).join(' | ') ?? schema.type ?? '',
})

/** The outcome of a try: the text of JSON, or the size of a file in bytes. */
export type Tried = { status: number; ms: number; text?: string; size?: number }

/** Sends a call as any page does; an empty field is not sent. @throws {TypeError} when nothing answers */
export async function tryCall({ method, path }: ServiceCall, values: Record<string, string>): Promise<Tried> {
  const form = encodeForm(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')))
  const started = performance.now()
  const response = await fetch(`/nlos${path}${method === 'GET' && form ? `?${form}` : ''}`, {
    method,
    headers: { ...ownRequest, 'content-type': 'application/x-www-form-urlencoded' },
    body: method === 'GET' ? null : form,
  })
  const bytes = await response.arrayBuffer()
  const came = { status: response.status, ms: Math.round(performance.now() - started) }
  if (!/^application\/json\b/.test(response.headers.get('content-type') ?? ''))
    return { ...came, size: bytes.byteLength }
  return { ...came, text: JSON.stringify(JSON.parse(new TextDecoder().decode(bytes)), null, 2) }
}
