import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { contracts } from '../domains/endpoints.ts'
import type { Endpoint } from '../platform/contract/endpoint.ts'
import { errorBody } from '../platform/contract/errors.ts'

/**
 * The OpenAPI description of the /nlos/ service, made from the contracts of the domains: what an outside service has to serve for the
 * console, and what the embedded backend serves. At `/openapi.json`, and printed by `npm run openapi`.
 */

type Json = Record<string, unknown>

const description = `The calls that the console makes, below the address of \`NLOS_UPSTREAM_URL\`.

- Bodies are form-urlencoded, uploads multipart. A scalar is its text; an object or an array is JSON text in its field
  (\`encoding\` says which); an absent value is no field.
- 200 carries the output itself, anything else an \`Error\`.
- The console sends \`token\` (of \`POST /login/go\`), \`x-nlos-tenant\` (the tenant's code), \`x-nlos-client-ip\`,
  \`x-nlos-request-id\`, at a login and a signature \`x-nlos-user-agent\`, and \`Authorization: Bearer\` with \`NLOS_UPSTREAM_KEY\` where
  that is set.
- A write with \`eventId\` happens once: the same id with the same input gets the first answer, with another one 422. What
  it writes on is found in the data scope of the caller (404) and as old as \`rowVersion\` says (409).
- \`x-access\` says who may call: \`public\`, \`session\`, \`evenLocked\` (a session, its screen locked too), or any of the
  permissions listed. \`x-needs\` at a field of an answer: it is left out for a caller without that permission, who may
  not filter or sort by it either. \`x-writes\`: what a call changes; those with \`eventId\` do so once for it.
  \`x-unattended\` calls are made by the page itself and do not prolong a session.
- What is served beside the calls (live events, the line of the call-centre) is in lib/platform/contract/live-wire.ts.`

/** Statuses that any call may answer, and what they mean; `Error` is the body of each. */
const refusals: Record<string, string> = {
  400: 'The input is wrong: `fields` says where.',
  401: 'No session, or one that has ended.',
  403: 'The roles of the caller hold none of the permissions.',
  404: 'Not there, of another tenant, or outside the data scope of the caller.',
  409: 'The record changed meanwhile (`conflict`), or somebody else was first.',
  413: 'The body is too large.',
  422: 'A rule of the business refuses.',
  423: 'The screen of the session is locked.',
  429: 'Too often.',
  500: 'A fault of the service; `id` finds it in the log.',
}

/** The state of the contract of each domain, as the index imports it. */
function contractFiles(): ReadonlyMap<string, string> {
  const folder = join(process.cwd(), 'lib/domains')
  const index = readFileSync(join(folder, 'endpoints.ts'), 'utf8')
  const imports = index.matchAll(/^import \{ (\w+) \} from '(.+)'$/gm)
  return new Map(Array.from(imports, ([, name = '', file = '']) => [name, join(folder, file)]))
}

/** @param version of the product */
export function openapiDocument(version: string): Json {
  const files = contractFiles()
  const paths: Record<string, Json> = {}
  const shared: Json = {}
  for (const [domain, calls] of Object.entries(contracts)) {
    const notes = notesIn(readFileSync(files.get(domain) ?? '', 'utf8'))
    for (const [name, endpoint] of Object.entries<Endpoint>(calls)) {
      const at = paths[endpoint.path] ?? {}
      const operation = operationOf(`${domain}.${name}`, domain, endpoint, notes.get(name))
      at[endpoint.method.toLowerCase()] = hoistShared(operation, `${domain}.${name}`, shared)
      paths[endpoint.path] = at
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'nlos', version, description },
    servers: [{ url: '/nlos' }],
    tags: Object.keys(contracts).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'token' } },
      schemas: { Error: schemaOf(errorBody), ...shared },
      responses: Object.fromEntries(
        Object.entries(refusals).map(([status, said]) => [
          `Refused${status}`,
          { description: said, content: json({ $ref: '#/components/schemas/Error' }) },
        ]),
      ),
    },
  }
}

function operationOf(operationId: string, tag: string, endpoint: Endpoint, note: string | undefined): Json {
  const { access, method, kind, unattended, maxBytes, writes } = endpoint
  const statuses = Object.keys(refusals).filter((status) => {
    if (access === 'public') return !['401', '403', '423'].includes(status)
    return status !== '403' || Array.isArray(access)
  })
  return {
    operationId,
    tags: [tag],
    ...(note && { description: note }),
    ...(access === 'public' ? {} : { security: [{ token: [] }] }),
    'x-access': access,
    ...(unattended && { 'x-unattended': true }),
    ...(writes && { 'x-writes': writes.on }),
    ...(method === 'GET'
      ? parametersOf(endpoint)
      : { requestBody: bodyOf(endpoint), 'x-max-bytes': maxBytes }),
    responses: {
      200: { description: 'Done.', content: kind === 'file' ? fileContent : json(schemaOf(endpoint.output)) },
      ...Object.fromEntries(
        statuses.map((status) => [status, { $ref: `#/components/responses/Refused${status}` }]),
      ),
    },
  }
}

const json = (schema: Json) => ({ 'application/json': { schema } })
const fileContent = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }

type Field = { name: string; schema: Json; required: boolean }

/** The fields of an input, which is an object in every contract. */
function fieldsOf(endpoint: Endpoint): Field[] {
  const shape = shapeOf(endpoint.input)
  return Object.entries(shape).map(([name, field]) => ({
    name,
    schema: schemaOf(field),
    required: !field.safeParse(undefined).success,
  }))
}

function shapeOf(input: z.ZodType): Record<string, z.ZodType> {
  if (input instanceof z.ZodObject) return input.shape
  if (input instanceof z.ZodPipe) return shapeOf(input.in as z.ZodType)
  throw new Error('The input of a call is an object.')
}

function parametersOf(endpoint: Endpoint): Json {
  const parameters = fieldsOf(endpoint).map(({ name, schema, required }) => ({
    name,
    in: 'query',
    required,
    schema,
  }))
  return parameters.length === 0 ? {} : { parameters }
}

function bodyOf(endpoint: Endpoint): Json {
  const fields = fieldsOf(endpoint)
  const isUpload = endpoint.kind === 'upload'
  const properties = Object.fromEntries(fields.map(({ name, schema }) => [name, schema]))
  const required = fields.filter((field) => field.required).map(({ name }) => name)
  const nested = fields.filter(({ schema }) => !isScalar(schema)).map(({ name }) => name)
  const schema = {
    type: 'object',
    properties: isUpload ? { file: { type: 'string', format: 'binary' }, ...properties } : properties,
    ...(required.length + Number(isUpload) > 0 && { required: isUpload ? ['file', ...required] : required }),
  }
  const encoding = Object.fromEntries(nested.map((name) => [name, { contentType: 'application/json' }]))
  const media = { schema, ...(nested.length > 0 && { encoding }) }
  return { content: { [isUpload ? 'multipart/form-data' : 'application/x-www-form-urlencoded']: media } }
}

const scalars = ['string', 'number', 'integer', 'boolean']

/** True where a value travels as its own text; anything else is JSON text in its field. */
function isScalar(schema: Json): boolean {
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (choices) return choices.every(isScalar)
  if ('enum' in schema || 'const' in schema) return true
  return scalars.includes(String(schema.type))
}

/**
 * The JSON Schema of what a field holds once it is read: the wire's own reading of text (`int()`, `flag()`, `json()`)
 * is said once, in the description.
 */
function schemaOf(schema: z.ZodType): Json {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
    reused: 'inline',
    cycles: 'ref',
  }) as Json
  return withoutNoise(plain) as Json
}

/** A schema that holds itself is named; OpenAPI looks for names among the components. */
function hoistShared(value: unknown, prefix: string, shared: Json): unknown {
  if (Array.isArray(value)) return value.map((item) => hoistShared(item, prefix, shared))
  if (typeof value !== 'object' || value === null) return value
  const { $defs, ...rest } = value as Json
  for (const [name, schema] of Object.entries($defs ?? {})) {
    shared[`${prefix}${name}`] = hoistShared(schema, prefix, shared)
  }
  return Object.fromEntries(
    Object.entries(rest).map(([name, held]) => [
      name,
      name === '$ref' && typeof held === 'string'
        ? held.replace('#/$defs/', `#/components/schemas/${prefix}`)
        : hoistShared(held, prefix, shared),
    ]),
  )
}

/** Bounds that only say "a JavaScript integer", and defaults of zod that forbid what a reader ignores. */
function withoutNoise(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNoise)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, held]) => !(name === 'additionalProperties' && held === false) && !isBound(name, held))
      .map(([name, held]) => [name, withoutNoise(held)]),
  )
}

const isBound = (name: string, held: unknown) =>
  (name === 'maximum' && held === Number.MAX_SAFE_INTEGER) ||
  (name === 'minimum' && held === Number.MIN_SAFE_INTEGER)

/** Everything that a contract's comments say of its calls, by name. */
function notesIn(source: string): Map<string, string> {
  const notes = new Map<string, string>()
  for (const [, comment = '', name = ''] of source.matchAll(
    /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*\n {2}(\w+): (?:read|write)\(/g,
  )) {
    const text = comment
      .split('\n')
      .map((line) => line.replace(/^\s*\*? ?/, '').trimEnd())
      .join('\n')
      .replace(/\{@link ([\w.]+)\}/g, '`$1`')
    notes.set(name, text.trim())
  }
  return notes
}
