import { createHash, randomBytes } from 'node:crypto'
import { and, count, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { badInput, refused } from '../../../platform/errors.ts'
import { subject } from '../../../platform/subject.ts'
import { shop } from '../../channels/table.ts'
import { shopScope } from '../../orders/service/data-scope.ts'
import { requireCreate } from '../../orders/service/move-order.ts'
import { findDoor } from '../../orders/service/shop-door.ts'
import { application } from '../../orders/table.ts'
import type { collect } from '../contract.ts'
import type { CollectState, LinkState } from '../rules/collect.ts'
import { collectLink } from '../table.ts'

/** Links that staff hand to customers: one secret, one submission, an end. */

const shownLinks = 20
/** Nobody waits for more customers at once; a stolen session cannot fill the table. */
const mostOpen = 100
const tokenPattern = /^[A-Za-z0-9_-]{43}$/

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

export type Link = Pick<typeof collectLink.$inferSelect, 'id' | 'ownerId' | 'shopId'>

const stateOf = sql<LinkState>`case when ${collectLink.usedAt} is not null then 'used'
  when ${collectLink.revokedAt} is not null then 'revoked'
  when ${collectLink.expiresAt} <= now() then 'expired' else 'open' end`

/**
 * Everything that a token opens. A revoked link is told from an expired one by nothing.
 *
 * @param lock keeps the link until the transaction ends, so that of two submissions at once one comes second
 */
export async function findLink(
  token: string,
  { lock = false } = {},
): Promise<{ state: CollectState; link?: Link }> {
  if (!tokenPattern.test(token)) return { state: 'unknown' }
  const found = db()
    .select({
      id: collectLink.id,
      ownerId: collectLink.ownerId,
      shopId: collectLink.shopId,
      state: stateOf,
    })
    .from(collectLink)
    .where(eq(collectLink.tokenHash, hashOf(token)))
  const [row] = await (lock ? found.for('update') : found)
  if (!row) return { state: 'unknown' }
  const { state, ...link } = row
  if (state === 'open') return { state: 'ready', link }
  return { state: state === 'used' ? 'used' : 'expired' }
}

/** Marks a link that {@link findLink} has locked. */
export async function spendLink(link: Link, orderId: number, now: Date): Promise<void> {
  await db()
    .update(collectLink)
    .set({ usedAt: now.toISOString(), orderId, updatedAt: now.toISOString() })
    .where(eq(collectLink.id, link.id))
}

/** @throws 400 for a shop outside the caller's scope or closed, 422 with too many links waiting */
export async function makeLink(
  { shopId, days }: ParsedInputOf<typeof collect.makeLink>,
  call: Call,
): Promise<OutputOf<typeof collect.makeLink>> {
  requireCreate(call)
  const place = await findDoor(and(eq(shop.id, shopId), shopScope(call.actor)), call)
  if (!place) throw badInput({ shopId: 'refusals.shopOutsideScope' })
  if (place.closed) throw badInput({ shopId: place.closed })
  const open = and(
    eq(collectLink.ownerId, call.actor.id),
    isNull(collectLink.usedAt),
    isNull(collectLink.revokedAt),
    gt(collectLink.expiresAt, sql`now()`),
  )
  const [waiting] = await db().select({ links: count() }).from(collectLink).where(open)
  if (waiting && waiting.links >= mostOpen) throw refused('collect.tooManyLinks', { max: String(mostOpen) })
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(call.now.getTime() + days * 86_400_000).toISOString()
  const [made] = await db()
    .insert(collectLink)
    .values({
      tokenHash: hashOf(token),
      ownerId: call.actor.id,
      shopId,
      expiresAt,
      createdAt: call.now.toISOString(),
      createdBy: call.actor.id,
    })
    .returning({ id: collectLink.id })
  if (!made) throw new Error('the link was not written')
  await audit({ object: `collect_link:${made.id}`, after: { shopId, expiresAt } })
  return { id: made.id, path: `/collectUserInformation?t=${token}`, expiresAt }
}

export function listLinks({ actor }: Call): Promise<OutputOf<typeof collect.links>> {
  return db()
    .select({
      id: collectLink.id,
      shopName: shop.name,
      createdAt: collectLink.createdAt,
      expiresAt: collectLink.expiresAt,
      state: stateOf,
      orderId: collectLink.orderId,
      orderNo: application.orderNo,
    })
    .from(collectLink)
    .innerJoin(shop, eq(shop.id, collectLink.shopId))
    .leftJoin(application, eq(application.id, collectLink.orderId))
    .where(eq(collectLink.ownerId, actor.id))
    .orderBy(desc(collectLink.createdAt), desc(collectLink.id))
    .limit(shownLinks)
}

/** A link of the caller's own that nobody has used. */
export const linkSubject = subject({
  noun: 'collect_link',
  nameOf: ({ id }: { id: number }) => id,
  async lock(id: number, { actor }) {
    const [row] = await db()
      .select({ id: collectLink.id })
      .from(collectLink)
      .where(
        and(
          eq(collectLink.id, id),
          eq(collectLink.ownerId, actor.id),
          isNull(collectLink.usedAt),
          isNull(collectLink.revokedAt),
        ),
      )
      .for('no key update')
    return row
  },
})

export async function revokeLinks(
  _input: object,
  { actor, now }: Call,
  links: readonly { id: number }[],
): Promise<OutputOf<typeof collect.revokeLinks>> {
  const at = now.toISOString()
  for (const { id } of links) {
    await db()
      .update(collectLink)
      .set({ revokedAt: at, updatedAt: at, updatedBy: actor.id })
      .where(eq(collectLink.id, id))
    await audit({ object: `collect_link:${id}` })
  }
  return {}
}
