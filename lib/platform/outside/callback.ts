import { and, eq } from 'drizzle-orm'
import * as z from 'zod'
import { addressOf as networkOf } from '../../domains/identity/service/login-attempts.ts'
import type { PublicCall } from '../context.ts'
import { db, inTenantOf } from '../db/client.ts'
import { badInput, forbidden, notFound } from '../errors.ts'
import { minuteLimit } from '../minute-limit.ts'
import type { PortName } from './rules/outside.ts'
import { settle, settleTrouble } from './settle.ts'
import { isSignedWith } from './signature.ts'
import { outsideCall } from './table.ts'
import { addressOf } from './wiring.ts'

/**
 * An answer that the other side brings by itself, at `/nlos/callback/<port>`. It is proved by the port's key before
 * anything is read of it or of the database; brought twice it is taken once and answered the same.
 */

const said = z.discriminatedUnion('result', [
  z.object({
    reference: z.uuid(),
    result: z.literal('done'),
    answer: z.record(z.string(), z.unknown()),
  }),
  z.object({ reference: z.uuid(), result: z.literal('refused'), reason: z.string().min(1).max(200) }),
])

type Brought = { body: string; signature: string }

/**
 * Of one address for one port. A right one is taken all the same: behind a proxy that is not listed everybody comes from
 * one address, and strangers would shut out the bank. Nobody guesses a key of 256 bits.
 */
const wrongSignatures = minuteLimit(10)

/**
 * @throws 404 for a port that leads nowhere and a reference that nobody knows, 403 by the signature, 429 after too many
 *   wrong ones, 400 by the body
 */
export const receive =
  (port: PortName) =>
  async ({ body, signature }: Brought, { tenantCode, ip, now }: PublicCall): Promise<{ taken: boolean }> => {
    const address = addressOf(port)
    if (!address) throw notFound()
    const caller = `${port} ${networkOf(ip)}`
    const signed = { method: 'POST', path: `/nlos/callback/${port}`, body }
    if (!isSignedWith(signature, signed, address.key, now)) {
      wrongSignatures.check(caller, now)
      wrongSignatures.count(caller, now)
      throw forbidden()
    }
    const answer = said.safeParse(jsonOf(body))
    if (!answer.success) throw badInput()
    const { reference, ...outcome } = answer.data
    const [row] = await inTenantOf(tenantCode, () =>
      db()
        .select({ id: outsideCall.id })
        .from(outsideCall)
        .where(and(eq(outsideCall.reference, reference), eq(outsideCall.port, port))),
    )
    if (!row) throw notFound()
    const attempt = { kind: 'callback', ms: 0 } as const
    try {
      const status = await inTenantOf(tenantCode, () => settle(row.id, attempt, outcome))
      // One that is no answer of the port leaves the call as it was.
      return { taken: status === 'done' || status === 'failed' }
    } catch (error) {
      await inTenantOf(tenantCode, () => settleTrouble(row.id, attempt, error))
      throw error
    }
  }

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
