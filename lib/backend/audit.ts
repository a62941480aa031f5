import { maskAddress, maskCard, maskIdNo, maskMobile } from '../rules/mask.ts'
import { call } from './context.ts'
import { db } from './db/client.ts'
import { auditLog } from './db/schema/system.ts'

type AuditEntry = {
  /** What happened: `order.submit_pre`. */
  action: string
  /** Of what: `application:8812`. */
  object: string
  before?: unknown
  after?: unknown
}

/**
 * Writes an audit row of the current call into its transaction: both are kept or neither. Personal data in `before`
 * and `after` is masked by the names of its fields; secrets are left out.
 */
export async function audit(entry: AuditEntry): Promise<void> {
  const { actor, ip, now } = call()
  await recordAudit(entry, { actorId: actor.id, ip, now })
}

/** The same for what happens outside a signed-in call, such as signing in. Actor 0 is the system. */
export async function recordAudit(
  { action, object, before, after }: AuditEntry,
  by: { actorId: number; ip: string; now: Date },
): Promise<void> {
  await db()
    .insert(auditLog)
    .values({
      action,
      object,
      before: masked(before),
      after: masked(after),
      actorId: by.actorId,
      createdBy: by.actorId,
      ip: by.ip,
      at: by.now.toISOString(),
    })
}

const masks: Record<string, (text: string) => string> = {
  idNo: maskIdNo,
  identifynumber: maskIdNo,
  driverLicenseNo: maskIdNo,
  mobile: maskMobile,
  mobile2: maskMobile,
  reservedMobile: maskMobile,
  principalMobile: maskMobile,
  contactMobile: maskMobile,
  landline: maskMobile,
  employerTel: maskMobile,
  cardNo: maskCard,
  accountNo: maskCard,
  address: maskAddress,
  liveAddress: maskAddress,
  idAddress: maskAddress,
  employerAddress: maskAddress,
}
const secrets = new Set(['password', 'passwordHash', 'payPasswordHash', 'token', 'tokenHash'])

function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !secrets.has(name))
      .map(([name, inner]) => {
        const mask = Object.hasOwn(masks, name) ? masks[name] : undefined
        return [name, mask && typeof inner === 'string' ? mask(inner) : masked(inner)]
      }),
  )
}
