import { and, eq, ne, sql } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { changedBy } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { badInput, noSession } from '../../../platform/errors.ts'
import type { identity } from '../contract.ts'
import { sysUser } from '../table.ts'

/** 个人信息 of the caller. */
export async function ownInfo(_input: object, { actor }: Call): Promise<OutputOf<typeof identity.ownInfo>> {
  const [user] = await db()
    .select({
      mobile: sysUser.mobile,
      signature: sysUser.signature,
      hasPayPassword: sql<boolean>`${sysUser.payPasswordHash} is not null`,
    })
    .from(sysUser)
    .where(eq(sysUser.id, actor.id))
  if (!user) throw noSession()
  const { id, name, account } = actor
  return { ...user, id, name, account, mobile: user.mobile ?? '' }
}

/** Saves it. @throws 400 when another of the tenant's staff has the mobile */
export async function saveOwnInfo(
  { mobile, signature }: ParsedInputOf<typeof identity.saveOwnInfo>,
  { actor, now }: Call,
): Promise<OutputOf<typeof identity.saveOwnInfo>> {
  const [other] = await db()
    .select({ id: sysUser.id })
    .from(sysUser)
    .where(and(eq(sysUser.mobile, mobile), ne(sysUser.id, actor.id)))
  if (other) throw badInput({ mobile: 'account.mobileTaken' })
  const [before] = await db()
    .select({ mobile: sysUser.mobile, signature: sysUser.signature })
    .from(sysUser)
    .where(eq(sysUser.id, actor.id))
    .for('no key update')
  await db()
    .update(sysUser)
    .set({
      mobile,
      signature,
      ...changedBy(sysUser, { actor, now }),
    })
    .where(eq(sysUser.id, actor.id))
  await audit({
    action: 'identity.ownInfo',
    object: `user:${actor.id}`,
    before,
    after: { mobile, signature },
  })
  return {}
}
