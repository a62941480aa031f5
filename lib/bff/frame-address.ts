import { frameHostOf, outsideAddress } from '../domains/configuration/rules/menu-entry.ts'
import type { Brand } from './tenants.ts'

/**
 * The address that may be shown in a frame (specification point 2, /myiframe): http or https, on a host that the
 * operator allows the tenant, without a name or password in it, and spelled so that no browser reads it otherwise.
 *
 * @param text the url of a menu entry, or what stands encoded in the path
 * @returns the address in one spelling; null when it must not be shown
 */
export function frameAddress(text: string, { frameHosts = [] }: Pick<Brand, 'frameHosts'>): string | null {
  const url = outsideAddress(text)
  return url && frameHosts.includes(frameHostOf(url)) ? url.href : null
}

/**
 * The address that stands encoded in a path of /myiframe, decoded once; undefined for the id of a menu entry. Whether
 * it may be shown is {@link frameAddress}'s to say, whatever it is.
 */
export function encodedAddress(routerPath: string): string | undefined {
  const isDecoded = /^[a-z][a-z0-9+.-]*:/i.test(routerPath)
  const text = isDecoded ? routerPath : decoded(routerPath)
  return /[:/\\]/.test(text) ? text : undefined
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Everything that a page's content security policy has to allow for these frames, and for asking whether they can be
 * reached.
 */
export function frameSources({ frameHosts = [] }: Pick<Brand, 'frameHosts'>): string[] {
  return frameHosts.map((host) => (host.startsWith('http://') ? host : `https://${host}`))
}
