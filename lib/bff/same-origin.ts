import type { RequestOrigin } from './request-origin.ts'

/** The header that only our own script can set: another site's form, image or beacon cannot. */
export const OWN_HEADER = 'x-nlos'

type HeaderReader = (name: string) => string | string[] | null | undefined

/**
 * The reason why a call does not come from our own pages, or undefined. The custom header is always needed; what the
 * browser says of itself must fit: `Sec-Fetch-Site` same-origin (absent on plain http other than localhost),
 * `Origin` our own host. A POST without an Origin is refused, browsers always send one.
 */
export function foreignCall(method: string, header: HeaderReader, origin: RequestOrigin): string | undefined {
  if (header(OWN_HEADER) !== '1') return 'own header missing'
  const site = header('sec-fetch-site')
  if (site && site !== 'same-origin') return `sec-fetch-site ${site}`
  const stated = header('origin')
  if (!stated) return method === 'GET' ? undefined : 'origin missing'
  return isOwnOrigin(String(stated), origin) ? undefined : 'origin of another host'
}

/**
 * The reason why a WebSocket is not opened by our own pages, or undefined. It can carry no header of ours and needs no
 * permission of CORS, so the Origin is all there is: always needed, always our own.
 */
export function foreignUpgrade(header: HeaderReader, origin: RequestOrigin): string | undefined {
  const stated = header('origin')
  if (!stated) return 'origin missing'
  const site = header('sec-fetch-site')
  if (site && site !== 'same-origin') return `sec-fetch-site ${site}`
  return isOwnOrigin(String(stated), origin) ? undefined : 'origin of another host'
}

/** The reason why a plain GET by address, as a picture or a download, comes from another site, or undefined. */
export function foreignNavigation(header: HeaderReader): string | undefined {
  const site = header('sec-fetch-site')
  return site && site !== 'same-origin' && site !== 'none' ? `sec-fetch-site ${site}` : undefined
}

/** Behind TLS an http origin is somebody in between; otherwise the host with its port decides. */
function isOwnOrigin(stated: string, origin: RequestOrigin): boolean {
  const own =
    stated === `https://${origin.hostWithPort}` ||
    (!origin.secure && stated === `http://${origin.hostWithPort}`)
  if (own) return true
  const url = URL.parse(stated)
  if (!url || stated !== url.origin || (origin.secure && url.protocol !== 'https:')) return false
  return url.host.replace(/\.(?=:|$)/, '') === origin.hostWithPort
}
