import { createHash, randomUUID } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import pg from 'pg'
import * as z from 'zod'
import type { ActionOf, Endpoint, InputOf, OutputOf } from '../platform/contract/endpoint.ts'
import type { ErrorBody } from '../platform/contract/errors.ts'
import { encodeForm, type WireValue } from '../platform/contract/form-text.ts'
import { closeDatabase, openDatabase } from '../platform/db/client.ts'
import type { S3Settings } from '../platform/files/s3-store.ts'
import { identity } from './identity/contract.ts'
import { type RoleCode, roleCodes, roles } from './identity/rules/roles.ts'
import { demoPassword } from './identity/service/demo-offer.ts'
import { clientHash } from './identity/service/password-hash.ts'
import { openBackend } from './open-backend.ts'
import { seedBase } from './seed/base.ts'

/**
 * A backend on a database of its own, with the base seed and no order, for tests: on PGlite, or on PostgreSQL when
 * NLOS_TEST_DATABASE_URL names one whose user may create databases. The first suite migrates and seeds a template;
 * every suite starts from a copy of it.
 */

/** An answer other than 200. */
export class CallFailure extends Error {
  readonly status: number
  readonly body: ErrorBody

  constructor(status: number, body: ErrorBody) {
    super(`${status} ${body.message} ${JSON.stringify(body.fields ?? {})}`)
    this.status = status
    this.body = body
  }
}

/** An input whose event id a test may leave out: each call is an action of its own then. */
export type TestInput<E extends Endpoint> = ActionOf<E> & { eventId?: string }

export type Caller = {
  /** Calls as the door would. @throws {CallFailure} for any answer but 200 */
  call<E extends Endpoint>(endpoint: E, input: TestInput<E>): Promise<OutputOf<E>>
  /** The status and the body of whatever is answered. */
  send<E extends Endpoint>(endpoint: E, input: unknown): Promise<{ status: number; body: unknown }>
  /** Calls with a file, as multipart. @throws {CallFailure} */
  upload<E extends Endpoint>(
    endpoint: E,
    input: TestInput<E>,
    file: { name: string; bytes: Uint8Array },
  ): Promise<OutputOf<E>>
  /** The whole response, for calls that answer bytes. */
  raw<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<Response>
  token(): Promise<string>
}

export type TestBackend = {
  /** Signed in as an account of the base seed, such as a role code. */
  as(account: string, tenant?: string): Caller
  /** With a token of the test's own, or none. */
  withToken(token: string | undefined, options?: { tenant?: string; ip?: string }): Caller
  fetch(request: Request): Promise<Response>
  close(): Promise<void>
}

/** A role whose holders may make a call, which is an account of the base seed too. */
export function holderOf({ access }: Pick<Endpoint, 'access'>): RoleCode {
  const holds = (role: RoleCode) =>
    typeof access === 'string' ||
    access.some((wanted) => roles[role].permissions.some((own) => own === wanted))
  return roleCodes.find(holds) ?? 'admin'
}

const DEFAULT_TENANT = 'blq'
const SEEDED_RULES = [
  'lib/domains/identity/rules/roles.ts',
  'lib/domains/configuration/rules/dictionaries.ts',
  'lib/domains/configuration/rules/dict-item.ts',
  'lib/domains/configuration/rules/material-types.ts',
  'lib/rules/regions.ts',
  'lib/domains/configuration/rules/review-reasons.ts',
  'lib/domains/configuration/rules/tel-check.ts',
  'lib/rules/made-up-numbers.ts',
]

type TestOptions = {
  demo?: boolean
  /** Jobs and the outbox are worked off meanwhile. */
  background?: boolean
  /** The outbox is worked off meanwhile; as `background` without it. */
  outbox?: boolean
  /** Keeps the files in a bucket. */
  s3?: S3Settings
  /** Changes the database before the backend opens it. */
  prepare?: (options: FreshDatabase['options']) => Promise<void>
}

/** Opens a backend for one suite; close it in afterAll. */
export async function openTestBackend({
  demo = false,
  background,
  outbox,
  s3,
  prepare,
}: TestOptions = {}): Promise<TestBackend> {
  const database = await freshDatabase()
  await prepare?.(database.options)
  const options = { ...database.options, demo, background, outbox, s3, sessionSecrets: { 1: randomUUID() } }
  const backend = await openBackend(options).catch(async (error: unknown) => {
    await database.drop()
    throw error
  })
  const tokens = new Map<string, Promise<string>>()

  const withToken: TestBackend['withToken'] = (token, options) =>
    callerOf(backend.fetch, async () => token, options)

  return {
    fetch: backend.fetch,
    withToken,
    as(account, tenant = DEFAULT_TENANT) {
      const key = `${tenant} ${account}`
      const signIn = () => {
        const login = { account, password: clientHash(demoPassword) }
        const made =
          tokens.get(key) ??
          withToken(undefined, { tenant })
            .call(identity.login, login)
            .then((answer) => answer.token)
        tokens.set(key, made)
        return made
      }
      return callerOf(backend.fetch, signIn, { tenant })
    },
    async close() {
      await backend.close()
      await database.drop()
    },
  }
}

type Fetch = (request: Request) => Promise<Response>

export function callerOf(
  fetch: Fetch,
  token: () => Promise<string | undefined>,
  { tenant = DEFAULT_TENANT, ip = '192.0.2.1' }: { tenant?: string; ip?: string } = {},
): Caller {
  const request = async (endpoint: Endpoint, query: string, body?: BodyInit, type = formType) => {
    const headers = new Headers({ 'x-nlos-tenant': tenant, 'x-nlos-client-ip': ip })
    const held = await token()
    if (held !== undefined) headers.set('token', held)
    if (body !== undefined) headers.set('content-type', type)
    return fetch(
      new Request(`http://backend${endpoint.path}${query}`, { method: endpoint.method, headers, body }),
    )
  }
  const raw = (endpoint: Endpoint, input: unknown) => {
    const form = encodeForm(withEvent(endpoint, input))
    return endpoint.method === 'GET' ? request(endpoint, `?${form}`) : request(endpoint, '', form)
  }
  const send = async (endpoint: Endpoint, input: unknown) => {
    const response = await raw(endpoint, input)
    return { status: response.status, body: await response.json() }
  }
  const answer = ({ status, body }: { status: number; body: unknown }) => {
    if (status !== 200) throw new CallFailure(status, body as ErrorBody)
    return body
  }
  return {
    send,
    raw,
    call: async <E extends Endpoint>(endpoint: E, input: TestInput<E>) =>
      answer(await send(endpoint, input)) as OutputOf<E>,
    async upload<E extends Endpoint>(
      endpoint: E,
      input: TestInput<E>,
      file: { name: string; bytes: Uint8Array },
    ) {
      const form = new FormData()
      for (const [name, value] of new URLSearchParams(encodeForm(withEvent(endpoint, input))))
        form.append(name, value)
      form.append('file', new Blob([new Uint8Array(file.bytes)]), file.name)
      // Whole, not part by part: Node's fetch throws when a refusal comes while it still writes a part.
      const whole = new Response(form)
      const type = whole.headers.get('content-type') ?? ''
      const response = await request(endpoint, '', await whole.arrayBuffer(), type)
      return answer({ status: response.status, body: await response.json() }) as OutputOf<E>
    },
    token: async () => (await token()) ?? '',
  }
}

const formType = 'application/x-www-form-urlencoded'

function withEvent({ input: schema }: Endpoint, input: unknown): Record<string, WireValue> {
  const takesEvent = schema instanceof z.ZodObject && 'eventId' in schema.shape
  return { ...(takesEvent && { eventId: randomUUID() }), ...(input as Record<string, WireValue>) }
}

type FreshDatabase = {
  options: { databaseUrl: string | undefined; dataDir: string }
  drop(): Promise<void>
}

/** A copy of the seeded template, and an empty folder for files. */
export function freshDatabase(): Promise<FreshDatabase> {
  const url = process.env.NLOS_TEST_DATABASE_URL
  return url ? freshPostgres(url) : freshPglite()
}

async function freshPglite(): Promise<FreshDatabase> {
  const cache = join(process.cwd(), '.cache', 'backend-test')
  const template = join(cache, fingerprint())
  if (!existsSync(template)) {
    mkdirSync(cache, { recursive: true })
    const building = mkdtempSync(join(cache, 'building-'))
    await seedTemplate({ databaseUrl: undefined, dataDir: building })
    try {
      renameSync(building, template)
    } catch {
      // Another suite was first.
      rmSync(building, { recursive: true, force: true })
    }
    removeOldTemplates(cache, template)
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'nlos-test-'))
  cpSync(template, dataDir, { recursive: true })
  return {
    options: { databaseUrl: undefined, dataDir },
    drop: async () => rmSync(dataDir, { recursive: true, force: true }),
  }
}

/** Those of earlier migrations and seeds; ten minutes leave time to whoever is copying one. */
function removeOldTemplates(cache: string, current: string): void {
  for (const name of readdirSync(cache)) {
    const path = join(cache, name)
    if (path === current || Date.now() - statSync(path).mtimeMs < 600_000) continue
    rmSync(path, { recursive: true, force: true })
  }
}

async function freshPostgres(url: string): Promise<FreshDatabase> {
  const template = `nlos_template_${fingerprint()}`
  const name = `nlos_test_${randomUUID().replaceAll('-', '')}`
  const dataDir = mkdtempSync(join(tmpdir(), 'nlos-test-'))
  await administer(url, async (client) => {
    // One suite makes the template; the others wait. It is renamed when whole, and never connected to again.
    await client.query('SELECT pg_advisory_lock(7146599)')
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [template])
    if (!rowCount) {
      await client.query(`CREATE DATABASE ${name}`)
      await seedTemplate({ databaseUrl: urlOf(url, name), dataDir })
      await client.query(`ALTER DATABASE ${name} RENAME TO ${template}`)
    }
    // Files are copied at half the cost of their pages.
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`)
  })
  return {
    options: { databaseUrl: urlOf(url, name), dataDir },
    async drop() {
      rmSync(dataDir, { recursive: true, force: true })
      // Without FORCE, which no owner may use while an autovacuum works on it; closed connections are waited for.
      await administer(url, (client) => client.query(`DROP DATABASE ${name}`))
    },
  }
}

async function administer(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await work(client).finally(() => client.end())
}

function urlOf(url: string, database: string): string {
  const other = new URL(url)
  other.pathname = `/${database}`
  return other.href
}

async function seedTemplate(options: FreshDatabase['options']): Promise<void> {
  await openDatabase(options)
  await seedBase(undefined, quickly).finally(closeDatabase)
}

/** A hash says itself what it costs to compare with: thousands of sign-ins of tests need no slow one. */
const quickly = (sent: string) => hash(sent, { memoryCost: 8, timeCost: 1, parallelism: 1 })

/** Changes when anything does that the template is made of. */
function fingerprint(): string {
  const print = createHash('sha256')
  for (const folder of ['lib/platform/db/migrations', 'lib/domains/seed']) {
    for (const name of readdirSync(folder).sort())
      if (/(?<!\.test)\.(ts|sql)$/.test(name)) print.update(name).update(readFileSync(join(folder, name)))
  }
  for (const file of SEEDED_RULES) print.update(file).update(readFileSync(file))
  // The menu is made of the screens.
  for (const file of ['lib/routes.ts', 'lib/screens.ts']) print.update(readFileSync(file))
  return print.digest('hex').slice(0, 20)
}
