import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { log } from '../../../platform/log.ts'

/**
 * Secrets of seats at rest: AES-256-GCM under a key that is drawn from SESSION_SECRET, so that a copy of the database
 * gives none away. A sealed text names the number of its secret: after a rotation the old ones still open.
 */

const prefix = 'sealed'
let keys: Readonly<Record<string, string>> = {}

/** The secrets of the environment by number; the highest seals, all open. */
export function sealSecretsWith(secrets: Readonly<Record<string, string>>): void {
  keys = secrets
}

const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'nlos seat secret', 32))

/** @throws {Error} in a process without a secret, which the console's own server never is */
export function sealSecret(text: string): string {
  const [number] = Object.keys(keys).sort((a, b) => Number(b) - Number(a))
  const secret = number === undefined ? undefined : keys[number]
  if (number === undefined || secret === undefined) throw new Error('There is no secret to seal with.')
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  const body = Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
  return `${prefix}.${number}.${body}`
}

/** True where a text is one of ours; one that was written by hand is not. */
export const isSealed = (text: string): boolean => text.startsWith(`${prefix}.`)

/** @returns null when its secret is no more, or somebody changed it: the administrator sets it again */
export function openSecret(text: string): string | null {
  if (!isSealed(text)) return text
  const [, number = '', body = ''] = text.split('.')
  const secret = keys[number]
  if (secret === undefined) return null
  const bytes = Buffer.from(body, 'base64url')
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), bytes.subarray(0, 12))
    decipher.setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  } catch {
    log({ event: 'seat secret does not open', secret: number })
    return null
  }
}
