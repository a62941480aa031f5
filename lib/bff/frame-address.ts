import { outsideAddress } from '../rules/menu-entry.ts'
import type { Brand } from './tenants.ts'
import { splitHost } from './tenants.ts'

/**
 * The address that a menu entry may show in a frame (specification point 2, /myiframe): https, on a host that the
 * tenant allows, without a name or password in it, and spelled so that no browser reads it otherwise.
 *
 * @param text the url of the menu entry
 * @returns the address in one spelling; null when it must not be shown
 */
export function frameAddress(text: string, { frameHosts = [] }: Pick<Brand, 'frameHosts'>): string | null {
  const url = outsideAddress(text)
  const host = splitHost(url?.host)?.withPort
  return url && host !== undefined && frameHosts.includes(host) ? url.href : null
}

/** What a page's content security policy has to allow for these frames, and for asking whether they can be reached. */
export function frameSources({ frameHosts = [] }: Pick<Brand, 'frameHosts'>): string[] {
  return frameHosts.map((host) => `https://${host}`)
}
