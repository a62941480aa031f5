import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { addToBlockList, getEnv } from '../env.ts'
import { oncePerProcess } from './once-per-process.ts'
import { splitHost, tenants } from './tenants.ts'

/** The origin of a request, as far as it can be believed. */
export type RequestOrigin = {
  /** Canonical host without port. */
  host: string
  /** The same with its port, unless it is the default one; what an Origin header has to name. */
  hostWithPort: string
  /** Reached by https, as the connection or a trusted proxy says. */
  secure: boolean
  clientIp: string
  /** Tenant code by host; empty when the host is nobody's. */
  tenant: string
  requestId: string
}

/** Peers whose forwarded headers count, from `TRUSTED_PROXIES`. */
export function trustedProxies(): BlockList {
  return oncePerProcess('trusted-proxies', () => {
    const list = new BlockList()
    for (const entry of getEnv().trustedProxies) addToBlockList(list, entry)
    return list
  })
}

/**
 * The origin of a request from its connection and headers. `X-Forwarded-Host`, `-Proto` and `-For` count only
 * when the peer is trusted; of a list the last hop's word counts, for the client the last address that is no
 * trusted proxy.
 * @returns undefined when the host is missing or no host.
 */
export function originOf(
  headers: IncomingHttpHeaders,
  peer: { address: string; encrypted: boolean },
  trusted: BlockList = trustedProxies(),
): RequestOrigin | undefined {
  const believed = isTrusted(peer.address, trusted)
  const forwarded = (name: string) => (believed ? lastOf(headers[name]) : undefined)
  const host = splitHost(forwarded('x-forwarded-host') ?? headers.host)
  if (host === undefined) return undefined
  const scheme = forwarded('x-forwarded-proto')
  return {
    host: host.name,
    hostWithPort: host.withPort,
    secure: scheme === undefined ? peer.encrypted : scheme.toLowerCase() === 'https',
    clientIp: known(
      believed ? clientOf(headers['x-forwarded-for'], peer.address, trusted) : plain(peer.address),
    ),
    tenant: tenants().get(host.name)?.code ?? '',
    requestId: randomUUID(),
  }
}

function clientOf(header: string | string[] | undefined, peer: string, trusted: BlockList): string {
  const hops = String(header ?? '').split(',')
  let client = plain(peer)
  for (const hop of hops.reverse()) {
    const address = hop.trim()
    if (isIP(address) === 0) return client
    client = plain(address)
    if (!isTrusted(address, trusted)) return client
  }
  return client
}

function isTrusted(address: string, trusted: BlockList): boolean {
  const ip = plain(address)
  const version = isIP(ip)
  return version !== 0 && trusted.check(ip, version === 4 ? 'ipv4' : 'ipv6')
}

/** An IPv4 address in IPv6 clothes, as dual-stack listeners report it, is the IPv4 address. */
function plain(address: string): string {
  return address.startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address
}

/** This machine has one address in logs, by whichever protocol it called. */
const known = (address: string) => (address === '::1' ? '127.0.0.1' : address)

function lastOf(header: string | string[] | undefined): string | undefined {
  const text = Array.isArray(header) ? header.join(',') : header
  const last = text?.split(',').at(-1)?.trim()
  return last === '' ? undefined : last
}

/**
 * Headers by which the front listener tells Next what it found out about a request. They are believed only
 * with the stamp, a random value that never leaves this process.
 */
const STAMP = 'x-nlos-front'
const STAMPED = [
  'x-nlos-front',
  'x-nlos-host',
  'x-nlos-proto',
  'x-nlos-client-ip',
  'x-nlos-tenant',
  'x-nlos-request-id',
]

function stamp(): string {
  return oncePerProcess('front-stamp', randomUUID)
}

/**
 * Writes an origin into the headers of a request that goes on to Next. A client's own copies are overwritten,
 * forwarded headers included: what they may say is in the origin already.
 */
export function stampOrigin(headers: IncomingHttpHeaders, origin: RequestOrigin): void {
  for (const name of Object.keys(headers)) {
    if (/^(x-forwarded-|forwarded$)/.test(name)) delete headers[name]
  }
  headers['x-forwarded-host'] = origin.hostWithPort
  headers['x-forwarded-proto'] = origin.secure ? 'https' : 'http'
  headers[STAMP] = stamp()
  headers['x-nlos-host'] = origin.hostWithPort
  headers['x-nlos-proto'] = origin.secure ? 'https' : 'http'
  headers['x-nlos-client-ip'] = origin.clientIp
  headers['x-nlos-tenant'] = origin.tenant
  headers['x-nlos-request-id'] = origin.requestId
}

/** True where a header is one of the front's own words, which must not travel further. */
export function isStampHeader(name: string): boolean {
  return STAMPED.includes(name)
}

/**
 * The origin of a request inside Next: what the front listener stamped, or, without it (`next dev`, another
 * Next host), the Host header alone.
 * @returns undefined when there is no valid host.
 */
export function originInNext(headers: Pick<Headers, 'get'>): RequestOrigin | undefined {
  const stamped = headers.get(STAMP) === stamp()
  const host = splitHost((stamped ? headers.get('x-nlos-host') : headers.get('host')) ?? undefined)
  if (host === undefined) return undefined
  return {
    host: host.name,
    hostWithPort: host.withPort,
    secure: stamped && headers.get('x-nlos-proto') === 'https',
    clientIp: (stamped && headers.get('x-nlos-client-ip')) || '0.0.0.0',
    tenant: tenants().get(host.name)?.code ?? '',
    requestId: (stamped && headers.get('x-nlos-request-id')) || randomUUID(),
  }
}

/** True where the front listener has handled this request, its content security policy included. */
export function isStamped(headers: Pick<Headers, 'get'>): boolean {
  return headers.get(STAMP) === stamp()
}
