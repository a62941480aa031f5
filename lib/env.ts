import { BlockList, isIP } from 'node:net'
import * as z from 'zod'

/**
 * The whole environment of the product; nothing else reads `process.env`. An empty value counts as not set.
 * Every refusal is one sentence that names the variable and the reason, and never repeats a secret.
 */

/** Secrets that stand in documentation and examples: known to everybody. */
const KNOWN_SECRETS = [
  'complex_password_at_least_32_characters_long',
  'password',
  'changeme',
  'change-me',
  'change_me',
  'secret',
  'example',
  'your-',
  'default',
  'letmein',
]

const trimmed = z.preprocess((value) => (value === '' ? undefined : value), z.string().trim().optional())
const toggle = trimmed
  .pipe(z.enum(['0', '1'], 'must be 1 or 0').default('0'))
  .transform((text) => text === '1')

const httpUrl = trimmed.transform((text, context) => {
  if (text === undefined) return undefined
  const url = URL.parse(text)
  const reason =
    url === null
      ? 'is no URL'
      : !/^https?:$/.test(url.protocol)
        ? 'must begin with http:// or https://'
        : url.username || url.password
          ? 'must not contain a user name or password'
          : url.search || url.hash
            ? 'must not contain ? or #'
            : undefined
  if (url !== null && reason === undefined) return url
  context.addIssue({ code: 'custom', message: reason ?? 'is no URL' })
  return z.NEVER
})

/** The ports to the outside (lib/platform/outside/rules/outside.ts), as the environment names them. */
const portVariables = {
  sms: 'SMS',
  cardCheck: 'CARD_CHECK',
  deduction: 'DEDUCTION',
  deduct: 'DEDUCT',
  timestamp: 'TIMESTAMP',
  esign: 'ESIGN',
  payment: 'PAYMENT',
  insurer: 'INSURER',
  gps: 'GPS',
  funder: 'FUNDER',
  express: 'EXPRESS',
} as const
type Port = keyof typeof portVariables
type PortVariable = (typeof portVariables)[Port]

const sharedKey = trimmed.refine(
  (text) => text === undefined || (text.length >= 32 && /^[\x21-\x7e]+$/.test(text)),
  'must hold at least 32 printable characters, such as those of: openssl rand -base64 32',
)

const portSettings = Object.fromEntries(
  Object.values(portVariables).flatMap((name) => [
    [`PORT_${name}_URL`, httpUrl],
    [`PORT_${name}_KEY`, sharedKey],
  ]),
) as Record<`PORT_${PortVariable}_URL`, typeof httpUrl> & Record<`PORT_${PortVariable}_KEY`, typeof sharedKey>

const schema = z.object({
  NLOS_UPSTREAM_URL: httpUrl,
  NLOS_UPSTREAM_KEY: sharedKey,
  NLOS_ANSWERS: trimmed.pipe(z.enum(['report', 'refuse'], 'must be report or refuse').default('report')),
  BACKEND_HOST: trimmed.pipe(z.string().default('127.0.0.1')),
  DATABASE_URL: trimmed.refine(
    (text) => text === undefined || /^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? ''),
    'must be a URL that begins with postgres:// or postgresql://',
  ),
  DATA_DIR: trimmed.pipe(z.string().default('.data')),
  TENANTS_FILE: trimmed,
  TURN_URL: trimmed.transform((text, context) => {
    const urls = (text ?? '').split(/[\s,]+/).filter((url) => url !== '')
    if (urls.every((url) => /^turns?:[A-Za-z0-9.[\]:-]+(\?transport=(udp|tcp))?$/.test(url))) return urls
    context.addIssue({ code: 'custom', message: 'must list addresses such as turn:turn.example.com:3478' })
    return z.NEVER
  }),
  TURN_SECRET: trimmed.refine(
    (text) => text === undefined || text.length >= 16,
    'must hold at least 16 characters, the same as static-auth-secret of the TURN server',
  ),
  ...portSettings,
  S3_URL: httpUrl,
  S3_KEY_ID: trimmed,
  S3_SECRET: trimmed,
  S3_REGION: trimmed.pipe(z.string().default('us-east-1')),
  SCAN_COMMAND: trimmed,
  METRICS_TOKEN: trimmed.refine(
    (text) => text === undefined || (text.length >= 16 && /^[\x21-\x7e]+$/.test(text)),
    'must hold at least 16 printable characters, such as those of: openssl rand -base64 24',
  ),
  TRUSTED_PROXIES: trimmed.transform((text, context) => {
    const entries = (text ?? '').split(/[\s,]+/).filter((entry) => entry !== '')
    for (const entry of entries) {
      if (addToBlockList(new BlockList(), entry)) continue
      context.addIssue({ code: 'custom', message: `must list IP addresses or CIDR ranges, not "${entry}"` })
    }
    return entries
  }),
  PORT: trimmed.pipe(
    z
      .string()
      .regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535')
      .default('3000')
      .transform(Number)
      .pipe(z.number().max(65_535, 'must be a port number from 0 to 65535')),
  ),
  TOKEN_TIME: trimmed.pipe(
    z
      .string()
      .regex(/^\d{2,5}$/, 'must be a number of seconds from 60 to 86400')
      .default('6000')
      .transform(Number)
      .pipe(z.number().min(60, 'must be at least 60 seconds').max(86_400, 'must be at most 86400 seconds')),
  ),
  NLOS_DEMO: toggle,
  NLOS_DEV: toggle,
  NLOS_SHOW_CAPTCHA: toggle,
  NODE_ENV: trimmed,
})

export type Env = {
  /** The outside /nlos/ service; absent: the embedded backend answers. */
  upstreamUrl: URL | undefined
  /** Everything that the console shows the outside service, and the backend as a service of its own asks for. */
  upstreamKey: string | undefined
  /**
   * The fate of an answer of the outside service that is not as the contract says: it is passed on and reported,
   * or refused. The embedded backend checks its own.
   */
  answers: 'report' | 'refuse'
  /** Address that the backend as a service of its own listens on. */
  backendHost: string
  /** PostgreSQL; absent: PGlite in `dataDir`. */
  databaseUrl: string | undefined
  dataDir: string
  tenantsFile: string | undefined
  /** The relay of video interviews; absent: phones in other networks may not be reached. */
  turn: { urls: string[]; secret: string } | undefined
  /**
   * The addresses of the ports to the outside, and the keys that both sides sign with; absent: nowhere, and in a demo
   * to a simulator.
   */
  ports: Partial<Record<Port, { url: URL; key: string }>>
  /** The bucket that holds the files of all processes; absent: a folder below `dataDir`. */
  s3: { url: URL; keyId: string; secret: string; region: string } | undefined
  /** Certificates by which contracts are sealed, by tenant code; a demo without one makes its own. */
  seals: Record<string, SealKey>
  /** Program that looks at uploads before they are kept, with its arguments; absent: files are not scanned. */
  scanCommand: string | undefined
  /** Whoever shows it may read `/metrics`; absent: nobody may. */
  metricsToken: string | undefined
  /** Peers whose forwarded headers count: addresses and CIDR ranges. */
  trustedProxies: string[]
  port: number
  /** Age in seconds at which a page asks for a new token (specification point 4). */
  tokenTime: number
  demo: boolean
  dev: boolean
  /** Journeys in the demo read what a captcha says; no other start takes this setting. */
  showCaptcha: boolean
  production: boolean
  /** Secrets by number; the highest seals, all unseal. Empty only in the demo, which makes its own. */
  sessionSecrets: Record<number, string>
}

/** PKCS#12: a path, or the bytes in Base64. */
export type SealKey = { p12: string; password: string }

/** A wrong environment; `message` is one sentence for the person who starts the server. */
export class EnvError extends Error {
  override name = 'EnvError'
}

/**
 * Reads an environment.
 * @throws {EnvError} naming the first wrong variable and the reason.
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const parsed = schema.safeParse(source)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new EnvError(`${String(issue?.path[0])} ${issue?.message}.`)
  }
  const { data } = parsed
  if (data.NLOS_SHOW_CAPTCHA && !data.NLOS_DEMO)
    throw new EnvError(
      'NLOS_SHOW_CAPTCHA is for journeys in the demo alone: a captcha that says its answer is none.',
    )
  return {
    upstreamUrl: data.NLOS_UPSTREAM_URL,
    upstreamKey: data.NLOS_UPSTREAM_KEY,
    answers: data.NLOS_ANSWERS,
    backendHost: data.BACKEND_HOST,
    databaseUrl: data.DATABASE_URL,
    dataDir: data.DATA_DIR,
    tenantsFile: data.TENANTS_FILE,
    turn: turnOf(data),
    ports: portsOf(data),
    s3: bucketOf(data),
    seals: readSeals(source),
    scanCommand: data.SCAN_COMMAND,
    metricsToken: data.METRICS_TOKEN,
    trustedProxies: data.TRUSTED_PROXIES,
    port: data.PORT,
    tokenTime: data.TOKEN_TIME,
    demo: data.NLOS_DEMO,
    dev: data.NLOS_DEV,
    showCaptcha: data.NLOS_SHOW_CAPTCHA,
    production: data.NODE_ENV === 'production',
    sessionSecrets: readSecrets(source, data.NLOS_DEMO),
  }
}

/** A relay for everybody would be one for strangers too. */
function turnOf({ TURN_URL: urls, TURN_SECRET: secret }: z.output<typeof schema>): Env['turn'] {
  if (urls.length === 0) return undefined
  if (!secret) throw new EnvError('TURN_URL needs TURN_SECRET.')
  return { urls, secret }
}

/** An address without a key would take whatever anybody says. */
function portsOf(data: z.output<typeof schema>): Env['ports'] {
  const wired: Env['ports'] = {}
  for (const [port, name] of Object.entries(portVariables) as [Port, PortVariable][]) {
    const url = data[`PORT_${name}_URL`]
    if (!url) continue
    const key = data[`PORT_${name}_KEY`]
    if (!key) throw new EnvError(`PORT_${name}_URL needs PORT_${name}_KEY.`)
    wired[port] = { url, key }
  }
  return wired
}

/** A bucket needs its key: without one every upload would be refused when it is too late. */
function bucketOf(data: z.output<typeof schema>): Env['s3'] {
  const { S3_URL: url, S3_KEY_ID: keyId, S3_SECRET: secret, S3_REGION: region } = data
  if (!url) return undefined
  if (!keyId || !secret) throw new EnvError('S3_URL needs S3_KEY_ID and S3_SECRET.')
  return { url, keyId, secret, region }
}

/** `NLOS_SEAL_BLQ` is the PKCS#12 of tenant `blq`, `NLOS_SEAL_BLQ_PASSWORD` what opens it; `_` stands for `-`. */
function readSeals(source: Record<string, string | undefined>): Env['seals'] {
  const seals: Env['seals'] = {}
  for (const [name, p12] of Object.entries(source)) {
    const code = /^NLOS_SEAL_([A-Z0-9_]+)$/.exec(name)?.[1]
    if (!code || !p12 || code.endsWith('_PASSWORD')) continue
    const password = source[`${name}_PASSWORD`]
    if (password === undefined) throw new EnvError(`${name} needs ${name}_PASSWORD.`)
    seals[code.toLowerCase().replaceAll('_', '-')] = { p12: p12.trim(), password }
  }
  return seals
}

/** The environment of this process, read at the first call. @throws {EnvError} */
export function getEnv(): Env {
  current ??= parseEnv(process.env)
  return current
}
let current: Env | undefined

/** Adds an address or a CIDR range to a list of peers; false when it is neither. */
export function addToBlockList(list: BlockList, entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  const family = version === 4 ? 'ipv4' : 'ipv6'
  if (prefix === undefined) {
    list.addAddress(address, family)
    return true
  }
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > (version === 4 ? 32 : 128)) return false
  list.addSubnet(address, Number(prefix), family)
  return true
}

/** `SESSION_SECRET` is number 1; `SESSION_SECRET_<n>` are for rotation. */
function readSecrets(source: Record<string, string | undefined>, demo: boolean): Record<number, string> {
  const secrets: Record<number, string> = {}
  for (const [name, value] of Object.entries(source)) {
    const match = /^SESSION_SECRET(?:_(.*))?$/.exec(name)
    if (!match || value === undefined || value === '') continue
    const number = match[1] ?? '1'
    if (!/^[1-9]\d{0,5}$/.test(number)) {
      throw new EnvError(`${name} must end with a number from 1 on, such as SESSION_SECRET_2.`)
    }
    const weakness = weaknessOf(value)
    if (weakness) {
      throw new EnvError(`${name} ${weakness}; make one with: openssl rand -base64 32.`)
    }
    if (secrets[Number(number)] !== undefined) {
      throw new EnvError('SESSION_SECRET and SESSION_SECRET_1 are the same number: set only one of them.')
    }
    secrets[Number(number)] = value
  }
  if (Object.keys(secrets).length === 0 && !demo) {
    throw new EnvError(
      'SESSION_SECRET is not set: outside the demo it has to hold 32 random bytes; make one with: openssl rand -base64 32.',
    )
  }
  return secrets
}

/** The reason why a secret can be guessed, or undefined. */
function weaknessOf(secret: string): string | undefined {
  const bytes = /^[0-9a-f]+$/i.test(secret) ? Math.floor(secret.length / 2) : Buffer.byteLength(secret)
  if (bytes < 32) return `holds ${bytes} bytes, at least 32 random bytes are needed`
  const lower = secret.toLowerCase()
  if (KNOWN_SECRETS.some((known) => lower.includes(known))) return 'is a known default, not a random value'
  if (new Set(secret).size < 10 || /^(.{1,16})\1+.{0,16}$/.test(secret) || isSequence(secret)) {
    return 'is a repeated or regular pattern, not a random value'
  }
  return undefined
}

/** True where most characters follow their neighbour, as in abcdef… or 987654…. */
function isSequence(text: string): boolean {
  let steps = 0
  for (let i = 1; i < text.length; i++) {
    if (Math.abs(text.charCodeAt(i) - text.charCodeAt(i - 1)) === 1) steps++
  }
  return steps > text.length * 0.6
}
