import { join } from 'node:path'
import type { SealKey } from '../../../../env.ts'
import { isWired } from '../../../../platform/outside/wiring.ts'
import type { SealKeeper } from '../../../identity/rules/tenant-settings.ts'
import { isDemo } from '../../../identity/service/demo-offer.ts'
import type { SealSource } from './open-seal.ts'
import { sealError } from './seal-trouble.ts'

/**
 * The party whose certificate seals: the tenant's own of the environment, in the demo one of the demo's own authority.
 */

let place: { keys: Readonly<Record<string, SealKey>>; folder: string } | undefined

/** Chosen once, when the backend opens. */
export function sealWith(keys: Readonly<Record<string, SealKey>>, dataDir: string): void {
  place = { keys, folder: join(dataDir, 'seal') }
}

/** True where contracts of a tenant can be sealed at all; asked before anybody is sent a link. */
export const hasSeal = (tenant: string, sealBy: SealKeeper): boolean =>
  sealBy === 'provider' ? isWired('esign') : place?.keys[tenant] !== undefined || isDemo()

/** The address where the certificate is to be had. @throws when there is none */
export function sealOf(tenant: string, company: string): SealSource {
  const key = place?.keys[tenant]
  if (key) return key
  if (!place || !isDemo())
    throw sealError('missing', `There is no seal of ${tenant}: set NLOS_SEAL_${tenant.toUpperCase()}.`)
  return { folder: place.folder, tenant, company }
}
