import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Both sides of a port sign what they send: HMAC-SHA256 of time, method, path and body under the port's key, in one
 * header: `x-nlos-signature: t=<seconds>,v1=<hex>`.
 */
export const SIGNATURE = 'x-nlos-signature'

/** So far a clock may be off, in seconds; what is older was recorded by somebody. */
export const windowSeconds = 300

export type Signed = { method: string; path: string; body: string }

export function signatureOf(signed: Signed, key: string, now: Date): string {
  const time = Math.floor(now.getTime() / 1000)
  return `t=${time},v1=${digest(signed, key, time).toString('hex')}`
}

/** True where the header is a signature of these bytes, under the key and of now. */
export function isSignedWith(header: string | undefined, signed: Signed, key: string, now: Date): boolean {
  const [, time, hex] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? []
  if (!time || !hex) return false
  if (Math.abs(now.getTime() / 1000 - Number(time)) > windowSeconds) return false
  return timingSafeEqual(digest(signed, key, Number(time)), Buffer.from(hex, 'hex'))
}

const digest = ({ method, path, body }: Signed, key: string, time: number) =>
  createHmac('sha256', key).update(`${time}\n${method}\n${path}\n${body}`).digest()
