import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { P12Signer, type Signer } from '@libpdf/core'
import type { SealKey } from '../../../env.ts'
import { isDemo } from '../../identity/demo-offer.ts'
import { demoSigner } from './demo-authority.ts'

/** Whose certificate seals: the tenant's own of the environment, in the demo one of the demo's own authority. */

let place: { keys: Readonly<Record<string, SealKey>>; folder: string } | undefined
const opened = new Map<string, Promise<Signer>>()

/** Chosen once, when the backend opens. */
export function sealWith(keys: Readonly<Record<string, SealKey>>, dataDir: string): void {
  place = { keys, folder: join(dataDir, 'seal') }
  opened.clear()
}

/** Whether contracts of a tenant can be sealed at all; asked before anybody is sent a link. */
export const hasSeal = (tenant: string): boolean => place?.keys[tenant] !== undefined || isDemo()

/** @throws when there is no certificate, or it does not open */
export function sealOf(tenant: string, company: string): Promise<Signer> {
  const known = opened.get(tenant) ?? open(tenant, company)
  opened.set(tenant, known)
  // A file that was put right counts at the next try.
  known.catch(() => opened.delete(tenant))
  return known
}

async function open(tenant: string, company: string): Promise<Signer> {
  const key = place?.keys[tenant]
  if (key) return P12Signer.create(bytesOf(key.p12), key.password)
  if (!place || !isDemo())
    throw new Error(`There is no seal of ${tenant}: set NLOS_SEAL_${tenant.toUpperCase()}.`)
  return demoSigner(place.folder, tenant, company)
}

/** A path, or the bytes themselves in Base64. */
const bytesOf = (p12: string): Uint8Array =>
  new Uint8Array(existsSync(p12) ? readFileSync(p12) : Buffer.from(p12, 'base64'))
