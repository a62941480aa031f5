import { existsSync, readFileSync } from 'node:fs'
import { P12Signer, type Signer } from '@libpdf/core'
import * as pkijs from 'pkijs'
import type { SealKey } from '../../../../env.ts'
import { demoSigner } from './demo-authority.ts'
import { sealError } from './seal-trouble.ts'

/** Of the environment, or of the demo's own authority, which makes it in its folder where there is none yet. */
export type SealSource = SealKey | { folder: string; tenant: string; company: string }

const opened = new Map<string, Promise<Signer>>()

/** The key of a seal, opened once a thread. @throws when it does not open, or its certificate is over */
export async function openSeal(source: SealSource): Promise<Signer> {
  const name = JSON.stringify(source)
  const known = opened.get(name) ?? open(source)
  opened.set(name, known)
  // A file that was put right counts at the next try.
  known.catch(() => opened.delete(name))
  const signer = await known
  const { notBefore, notAfter } = pkijs.Certificate.fromBER(new Uint8Array(signer.certificate))
  const now = new Date()
  if (notBefore.value <= now && now <= notAfter.value) return signer
  opened.delete(name)
  throw sealError('expired', `The certificate of the seal holds until ${notAfter.value.toISOString()}.`)
}

async function open(source: SealSource): Promise<Signer> {
  if ('p12' in source)
    return P12Signer.create(bytesOf(source.p12), source.password).catch((error: unknown) => {
      throw sealError('unreadable', `The PKCS#12 of the seal does not open: ${String(error)}`)
    })
  return demoSigner(source.folder, source.tenant, source.company)
}

/** A path, or the bytes themselves in Base64. */
const bytesOf = (p12: string): Uint8Array =>
  new Uint8Array(existsSync(p12) ? readFileSync(p12) : Buffer.from(p12, 'base64'))
