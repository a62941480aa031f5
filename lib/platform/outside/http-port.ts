import * as z from 'zod'
import { portOf } from '../../domains/ports.ts'
import { redact } from '../../rules/redact.ts'
import { holdsNoConnection } from '../db/client.ts'
import type { Outcome, Outgoing } from './outcome.ts'
import { SIGNATURE, signatureOf } from './signature.ts'
import type { PortAddress } from './wiring.ts'

/**
 * The real adapter of every port: `POST <url>` hands a request in, `GET <url>/<reference>` asks for an answer that never
 * came. Whoever speaks a vendor's own language stands behind the address (docs/operations.md).
 */

const mostBytes = 128 * 1024

const answerSchema = z.discriminatedUnion('result', [
  z.object({ result: z.literal('done'), answer: z.record(z.string(), z.unknown()) }),
  z.object({ result: z.literal('refused'), reason: z.string().min(1).max(200) }),
  z.object({ result: z.literal('pending') }),
])

/** Hands a request in. Its reference makes a repeat the same request. Never rejects. */
export function sendOver(
  address: PortAddress,
  { port, reference, tenantCode, request }: Outgoing,
): Promise<Outcome> {
  const body = JSON.stringify({ port, tenant: tenantCode, reference, request })
  const headers = { 'content-type': 'application/json', 'idempotency-key': reference }
  return exchange(address, address.url, { method: 'POST', body, headers, timeoutMs: portOf(port).timeoutMs })
}

/** Asks what became of one. Never rejects. */
export function askOver(address: PortAddress, { port, reference }: Outgoing): Promise<Outcome> {
  const url = new URL(address.url)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${reference}`
  return exchange(address, url, { method: 'GET', body: '', headers: {}, timeoutMs: portOf(port).timeoutMs })
}

type Exchange = { method: 'GET' | 'POST'; body: string; headers: Record<string, string>; timeoutMs: number }

async function exchange(
  { key }: PortAddress,
  url: URL,
  { method, body, headers, timeoutMs }: Exchange,
): Promise<Outcome> {
  holdsNoConnection('A call outward')
  const signature = signatureOf({ method, path: url.pathname, body }, key, new Date())
  try {
    const response = await fetch(url, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { ...headers, accept: 'application/json', [SIGNATURE]: signature },
      ...(method === 'POST' && { body }),
    })
    if (method === 'GET' && response.status === 404) {
      await response.body?.cancel()
      return { result: 'unknown' }
    }
    const text = await readAtMost(response, mostBytes)
    return text === undefined ? { result: 'error', note: 'answer too large' } : read(response.status, text)
  } catch (error) {
    return { result: 'error', note: reasonOf(error) }
  }
}

function read(status: number, text: string): Outcome {
  if (status !== 200 && status !== 202) return { result: 'error', note: cut(`HTTP ${status} ${text}`) }
  try {
    const parsed = answerSchema.safeParse(JSON.parse(text))
    if (parsed.success) return parsed.data
  } catch {
    // Said below.
  }
  return { result: 'error', note: cut(`no answer of the port: ${text}`) }
}

async function readAtMost(response: Response, most: number): Promise<string | undefined> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body ?? []) {
    size += piece.length
    // Leaving the loop ends the answer.
    if (size > most) return undefined
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}

/** The part that the console shows of what came back. */
export const cut = (text: string): string => redact(text.replace(/\s+/g, ' ')).slice(0, 200)

function reasonOf(error: unknown): string {
  const { name, message, cause } = error as { name?: string; message?: string; cause?: { code?: string } }
  if (name === 'TimeoutError') return 'timed out'
  return cut(cause?.code ?? message ?? 'failed')
}
