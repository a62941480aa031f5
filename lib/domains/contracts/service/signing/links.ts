import { createHash, randomBytes } from 'node:crypto'
import { and, asc, eq } from 'drizzle-orm'
import type { PublicCall } from '../../../../platform/context.ts'
import { db } from '../../../../platform/db/client.ts'
import { application } from '../../../orders/table.ts'
import { isLive } from '../../rules/contract-kinds.ts'
import type { SigningState } from '../../rules/signing.ts'
import { contract, contractSigner } from '../../table/contracts.ts'
import { signing, signingEvent } from '../../table/signing.ts'

/** Links of those who sign: a secret each, of which the hash alone is kept. */

export type Signing = typeof signing.$inferSelect

const tokenPattern = /^[A-Za-z0-9_-]{43}$/

export const hashOfSecret = (secret: string) => createHash('sha256').update(secret).digest('hex')
export const newSecret = () => randomBytes(32).toString('base64url')

export const pathOf = (token: string) => `/signing?t=${token}`

type Found = {
  row: Signing
  /** All of the round, in their order. */
  round: Signing[]
  state: Exclude<SigningState, 'unknown'>
  /** Everything that this person signs. */
  papers: (typeof contract.$inferSelect)[]
}

/**
 * Everything that a token opens; undefined for one that is none of ours. With `lock` the order is held first, as by
 * everything that changes it, so that of two who sign, refuse or send at once one comes second.
 */
export async function findLink(token: string, now: Date, { lock = false } = {}): Promise<Found | undefined> {
  if (!tokenPattern.test(token)) return undefined
  const byToken = eq(signing.tokenHash, hashOfSecret(token))
  if (lock) {
    const [known] = await db().select({ orderId: signing.orderId }).from(signing).where(byToken)
    if (!known) return undefined
    await db()
      .select({ id: application.id })
      .from(application)
      .where(eq(application.id, known.orderId))
      .for('update')
  }
  const [row] = await db().select().from(signing).where(byToken)
  if (!row) return undefined
  const round = await roundOf(row.orderId, row.round)
  const papers = await papersOf(row.id)
  return { row, round, papers, state: stateOf(row, round, now, papers) }
}

export const roundOf = (orderId: number, round: number) =>
  db()
    .select()
    .from(signing)
    .where(and(eq(signing.orderId, orderId), eq(signing.round, round)))
    .orderBy(asc(signing.seq))

const papersOf = async (signingId: number) =>
  (
    await db()
      .select({ contract })
      .from(contractSigner)
      .innerJoin(contract, eq(contract.id, contractSigner.contractId))
      .where(eq(contractSigner.signingId, signingId))
      .orderBy(asc(contract.id))
  ).map((one) => one.contract)

const ended = { 已签: 'signed', 拒签: 'refused', 过期: 'expired', 作废: 'void' } as const

/** The link is dead at its hour, whether or not the job that says so has come by. */
function stateOf(row: Signing, round: Signing[], now: Date, papers: Found['papers']): Found['state'] {
  if (row.status !== '待签') return ended[row.status]
  if (new Date(row.expiresAt) <= now) return 'expired'
  if (!papers.every(({ status }) => isLive(status))) return 'void'
  return beforeOf(row, round).length > 0 ? 'waiting' : 'ready'
}

/** Those who have to sign before this one. */
export const beforeOf = ({ seq }: Pick<Signing, 'seq'>, round: readonly Signing[]) =>
  round.filter((other) => other.seq < seq && other.status === '待签')

type Happened = Pick<typeof signingEvent.$inferInsert, 'kind' | 'contractId' | 'page' | 'hash'>
type From = Pick<PublicCall, 'now' | 'ip' | 'userAgent'>

/** Notes what happened on a link, for the evidence report. */
export async function note(
  row: Pick<Signing, 'id'>,
  from: From,
  happened: readonly Happened[],
): Promise<void> {
  if (happened.length === 0) return
  const where = { at: from.now.toISOString(), ip: from.ip, device: from.userAgent }
  await db()
    .insert(signingEvent)
    .values(happened.map((one) => ({ signingId: row.id, ...where, ...one })))
}
