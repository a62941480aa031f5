import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { notFound } from '../../../platform/errors.ts'
import { requireFewThisHour } from '../../../platform/hour-limit.ts'
import { maskMobile } from '../../../rules/mask.ts'
import { shop } from '../../channels/table.ts'
import { sysUser } from '../../identity/table.ts'
import { usedInMonth } from '../../orders/service/channel-quota.ts'
import { auditLog } from '../../system/table.ts'
import type { BranchValues, ChannelValues, OpeningValues, openings, ShopValues } from '../contract.ts'
import { opening } from '../table.ts'
import { filesOf, missingOf } from './opening-files.ts'
import {
  balancesOf,
  changedOf,
  findOpening,
  mobileFieldOf,
  readRows,
  shopsOf,
  textOf,
} from './opening-record.ts'
import { liveOrdersOf } from './review-opening.ts'

/** One opening with all that belongs to it. */

const submitter = alias(sysUser, 'submitter')
const reviewer = alias(sysUser, 'reviewer')

export async function readOpening(
  input: ParsedInputOf<typeof openings.get>,
  call: Call,
): Promise<OutputOf<typeof openings.get>> {
  const found = await findOpening(input, call)
  const [row] = await readRows([found.id], call)
  if (!row) throw new Error('the opening is gone')
  const [names] = await db()
    .select({ submittedByName: submitter.name, firstByName: reviewer.name })
    .from(opening)
    .leftJoin(submitter, eq(submitter.id, opening.submittedBy))
    .leftJoin(reviewer, eq(reviewer.id, opening.firstBy))
    .where(eq(opening.id, found.id))
  const { kind, content, pending } = found
  const files = await filesOf(found.id)
  return {
    ...row,
    shop: kind === 'shop' ? masked(content as ShopValues) : null,
    branch: kind === 'branch' ? masked(content as BranchValues) : null,
    channel: kind === 'channel' ? (content as ChannelValues) : null,
    changes: pending ? changesOf(content, pending) : [],
    submittedByName: names?.submittedByName ?? null,
    firstByName: names?.firstByName ?? null,
    quotaUsed:
      found.channelId !== null && kind === 'channel' ? await usedInMonth(found.channelId, call.today) : null,
    liveOrders: await liveOrdersOf(found),
    files,
    missing: found.inForce === null ? missingOf(found, files) : [],
    balances: await balancesOf(found),
    users: found.kind === 'shop' && found.shopId !== null ? await usersOf(found) : [],
    log: await logOf(found.id),
  }
}

const changesOf = (was: OpeningValues, value: OpeningValues) =>
  changedOf(was, value).map((field) => ({
    field,
    was: textOf(masked(was), field),
    value: textOf(masked(value), field),
  }))

/** With the mobile number of its contact as everybody may see it. */
function masked<V extends OpeningValues>(values: V): V {
  const field = mobileFieldOf(values)
  return field ? { ...values, [field]: maskMobile(textOf(values, field)) } : values
}

/** That number in clear; the audit row says whose it was, and not the number. */
export async function revealMobile(
  input: ParsedInputOf<typeof openings.reveal>,
  call: Call,
): Promise<OutputOf<typeof openings.reveal>> {
  await requireFewThisHour('sensitive.reveal', call)
  const { id, name, content } = await findOpening(input, call)
  const field = mobileFieldOf(content)
  if (!field) throw notFound()
  await audit({
    object: `opening:${id}`,
    after: { purpose: 'single', whose: [name], fields: [field] },
  })
  return { mobile: textOf(content, field) }
}

async function usersOf(row: Parameters<typeof shopsOf>[0]) {
  const rows = await db()
    .select({ account: sysUser.account, name: sysUser.name, lastLoginAt: sysUser.lastLoginAt })
    .from(sysUser)
    .innerJoin(shop, eq(shop.orgUnitId, sysUser.orgUnitId))
    .where(inArray(shop.id, shopsOf(row)))
    .orderBy(asc(sysUser.id))
    .limit(50)
  return rows.map(({ account, name, lastLoginAt }) => ({ account, name, signedIn: lastLoginAt !== null }))
}

/** 审核记录: who did what to it, the newest first. */
async function logOf(id: number) {
  const rows = await db()
    .select({
      id: auditLog.id,
      at: auditLog.at,
      action: auditLog.action,
      after: auditLog.after,
      byName: sysUser.name,
    })
    .from(auditLog)
    .leftJoin(sysUser, eq(sysUser.id, auditLog.actorId))
    .where(and(eq(auditLog.object, `opening:${id}`)))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(100)
  return rows.map(({ after, action, ...row }) => ({
    ...row,
    action: action.split('.')[1] ?? '',
    note: ((after ?? {}) as { reason?: string }).reason ?? '',
  }))
}
