import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { type PhoneSetting, phoneSetting } from '../domains/voice/rules/phone-setting.ts'
import { EnvError, getEnv } from '../env.ts'
import { BoundedMap } from './bounded-map.ts'
import { oncePerProcess } from './once-per-process.ts'

/** The look of a tenant. `code` is empty for the neutral brand of an unknown host. */
export type Brand = {
  code: string
  title: string
  logo: string
  favicon: string
  themeColor: string
  /** The pages to which 使用手册 and 更新日志 of the settings drawer lead; ours unless the tenant has its own. */
  manualUrl?: string | undefined
  releaseNotesUrl?: string | undefined
  /**
   * Hosts, with a port where it is not 443, whose https pages may be shown in a frame; none unless set. One whose pages
   * are http begins with `http://`.
   */
  frameHosts?: string[] | undefined
  /** The telephone of the tenant; none unless it is set. */
  phone?: PhoneSetting | undefined
  /** Minutes without a key or a pointer after which the screen locks itself; 0: never. */
  idleLockMinutes?: number | undefined
  /** A line of the watermark behind the user's name; the administrator's alone. */
  watermark?: string | undefined
}

const ownPath = z.string().regex(/^\/(?!\/)[A-Za-z0-9/._-]+$/, 'must be a path on this server')

const link = z.union([ownPath, z.url({ protocol: /^https?$/ })])

const overHttp = 'http://'

/** A host in the spelling that browsers compare by, with `http://` before it where its pages are not https. */
const foreignHost = z.string().transform((text, context) => {
  const isHttp = text.startsWith(overHttp)
  const host = splitHost(isHttp ? text.slice(overHttp.length) : text)?.withPort
  if (host === undefined) context.addIssue('must be a host such as help.example, or http://help.example')
  return `${isHttp ? overHttp : ''}${host ?? ''}`
})

const tenant = z.strictObject({
  code: z.string().regex(/^[a-z][a-z0-9-]{1,19}$/, 'must be 2 to 20 lower-case letters, digits or hyphens'),
  title: z.string().min(1).max(60),
  logo: ownPath,
  favicon: ownPath,
  themeColor: z.string().regex(/^#[0-9A-Fa-f]{6}$/, 'must be a colour such as #409EFF'),
  manualUrl: link.optional(),
  releaseNotesUrl: link.optional(),
  frameHosts: z.array(foreignHost).max(20).optional(),
  phone: phoneSetting.optional(),
  idleLockMinutes: z.number().int().min(0).max(480).optional(),
  hosts: z.array(z.string().min(1)).min(1),
})
const tenantList = z.array(tenant).min(1)
type Tenant = z.infer<typeof tenant>

const demoTenant = (code: string, title: string, themeColor: string, hosts: string[]): Tenant => ({
  code,
  title,
  themeColor,
  logo: `/brand/${code}/logo.svg`,
  favicon: `/brand/${code}/favicon.svg`,
  hosts: [...hosts, `${code}.demo.localhost`],
  // Of the entry that the demo's administrator sees; a host that exists nowhere.
  frameHosts: ['portal.nlos.example'],
  phone: { kind: 'simulator' },
})

/** The three demo brands of domain.md 5.3. */
const DEMO_TENANTS: Tenant[] = [
  demoTenant('blq', '蓝桥示例汽车金融', '#409EFF', ['localhost', '127.0.0.1', '[::1]']),
  demoTenant('qhe', '青禾示例融资租赁', '#2E8B57', ['qinghe.localhost']),
  demoTenant('yfd', '云帆示例助贷', '#D9822B', ['yunfan.localhost']),
]

/** Everything that an unknown host shows: nobody's brand, the default title of the specification (point 1). */
export const NEUTRAL_BRAND: Brand = {
  code: '',
  title: '汽车金融管理系统',
  logo: '/brand/neutral/logo.svg',
  favicon: '/brand/neutral/favicon.svg',
  themeColor: '#409EFF',
}

/**
 * Host without port, in one spelling: lower case, punycode, no trailing dot. IPv6 keeps its brackets.
 * Undefined when the text is no host.
 */
export function canonicalHost(text: string | undefined): string | undefined {
  return splitHost(text)?.name
}

type Host = { readonly name: string; readonly withPort: string }

/** Each request has one, and the hosts of a console are few. */
const knownHosts = new BoundedMap<Host>(1_000)
/** A name is at most 253 characters long; what is longer is not worth the room. */
const MAX_KNOWN = 260

/** A Host header as canonical name and as `name:port` without a default port. */
export function splitHost(text = ''): Host | undefined {
  const known = knownHosts.get(text, 0)
  if (known !== undefined) return known
  const host = readHost(text)
  if (host && text.length <= MAX_KNOWN) knownHosts.set(text, host, Number.POSITIVE_INFINITY)
  return host
}

function readHost(text: string): Host | undefined {
  const match = /^(\[[0-9a-fA-F:.]+\]|[^[\]:/?#@\\\s%,]+)(?::(\d{1,5}))?$/.exec(text)
  const [, host = '', port] = match ?? []
  const url = match && URL.parse(`http://${host}/`)
  if (!url) return undefined
  const name = url.hostname.replace(/\.$/, '')
  if (name === '') return undefined
  return { name, withPort: port === undefined || port === '80' || port === '443' ? name : `${name}:${port}` }
}

/**
 * Reads a tenants file: a JSON array of `{ code, title, logo, favicon, themeColor, hosts, manualUrl?,
 * releaseNotesUrl?, phone?, idleLockMinutes? }`.
 * @returns brand by canonical host
 * @throws {EnvError} saying what is wrong with the file.
 */
export function parseTenants(json: string): Map<string, Brand> {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw new EnvError('TENANTS_FILE is no JSON.')
  }
  const parsed = tenantList.safeParse(value)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new EnvError(`TENANTS_FILE is wrong at ${issue?.path.join('.') || 'the top'}: ${issue?.message}.`)
  }
  return byHost(parsed.data)
}

function byHost(tenants: Tenant[]): Map<string, Brand> {
  const brands = new Map<string, Brand>()
  const codes = new Set<string>()
  for (const { hosts, ...brand } of tenants) {
    if (codes.has(brand.code)) throw new EnvError(`TENANTS_FILE has the code ${brand.code} twice.`)
    codes.add(brand.code)
    for (const host of hosts) {
      const name = canonicalHost(host)
      if (name === undefined) throw new EnvError(`TENANTS_FILE names ${host}, which is no host.`)
      if (brands.has(name)) throw new EnvError(`TENANTS_FILE gives the host ${name} to two tenants.`)
      brands.set(name, brand)
    }
  }
  for (const { code, phone, frameHosts = [] } of tenants) {
    const own = frameHosts.find((host) => brands.has(canonicalHost(host.replace(overHttp, '')) ?? ''))
    if (own) throw new EnvError(`TENANTS_FILE lets ${code} show ${own} in a frame, which is this console.`)
    // In its frame a vendor's page runs in its own origin: with one of ours it would be our page.
    const vendor = phone && 'url' in phone ? canonicalHost(new URL(phone.url).hostname) : undefined
    if (vendor !== undefined && brands.has(vendor)) {
      throw new EnvError(`TENANTS_FILE gives ${code} a telephone on ${vendor}, which is this console.`)
    }
  }
  return brands
}

/** Brand by canonical host, of `TENANTS_FILE` or of the demo. @throws {EnvError} */
export function tenants(): ReadonlyMap<string, Brand> {
  return oncePerProcess('tenants', () => {
    const { tenantsFile } = getEnv()
    if (tenantsFile === undefined) return byHost(DEMO_TENANTS)
    let text: string
    try {
      text = readFileSync(tenantsFile, 'utf8')
    } catch (error) {
      throw new EnvError(`TENANTS_FILE cannot be read: ${error instanceof Error ? error.message : error}.`)
    }
    return parseTenants(text)
  })
}

/** The brand of a canonical host; the neutral one when nobody has it. */
export function brandOf(host: string | undefined): Brand {
  return (host !== undefined && tenants().get(host)) || NEUTRAL_BRAND
}

/** Minutes of rest after which a tenant's screens lock; half an hour unless it says otherwise, 0 for never. */
export const idleLockOf = ({ idleLockMinutes = 30 }: Brand): number => idleLockMinutes
