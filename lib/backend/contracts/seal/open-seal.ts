import { existsSync, readFileSync } from 'node:fs'
import { P12Signer, type Signer } from '@libpdf/core'
import type { SealKey } from '../../../env.ts'
import { demoSigner } from './demo-authority.ts'

/** Of the environment, or of the demo's own authority, which makes it in its folder where there is none yet. */
export type SealSource = SealKey | { folder: string; tenant: string; company: string }

const opened = new Map<string, Promise<Signer>>()

/** The key of a seal, opened once a thread. @throws when it does not open */
export function openSeal(source: SealSource): Promise<Signer> {
  const name = JSON.stringify(source)
  const known = opened.get(name) ?? open(source)
  opened.set(name, known)
  // A file that was put right counts at the next try.
  known.catch(() => opened.delete(name))
  return known
}

async function open(source: SealSource): Promise<Signer> {
  if ('p12' in source) return P12Signer.create(bytesOf(source.p12), source.password)
  return demoSigner(source.folder, source.tenant, source.company)
}

/** A path, or the bytes themselves in Base64. */
const bytesOf = (p12: string): Uint8Array =>
  new Uint8Array(existsSync(p12) ? readFileSync(p12) : Buffer.from(p12, 'base64'))
