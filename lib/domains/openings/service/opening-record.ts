import { and, desc, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { change } from '../../../platform/change-row.ts'
import type { Actor, Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { is, textIn } from '../../../platform/db/list-conditions.ts'
import { chinaTime, wordedColumns } from '../../../platform/db/list-file.ts'
import { notFound, refused } from '../../../platform/errors.ts'
import { subject } from '../../../platform/subject.ts'
import { addDays } from '../../../rules/business-date.ts'
import { readBalances } from '../../balances/service/balance-record.ts'
import { accountBalance } from '../../balances/table.ts'
import { branch, channel, shop } from '../../channels/table.ts'
import { unitReach } from '../../identity/service/people-reach.ts'
import { sysUser } from '../../identity/table.ts'
import { dictItem } from '../../system/table.ts'
import { openings as calls, type OpeningRow, type OpeningValues, type ShopValues } from '../contract.ts'
import { endsSoonDays, inForceAfter, type OpeningStep, openingCan, reviewedFields } from '../rules/opening.ts'
import { opening } from '../table.ts'

/** An opening as verbs lock it, and as lists show it. */

export type Opening = typeof opening.$inferSelect

/**
 * Somebody who works in a shop sees that one alone; whoever works below headquarters those of his units, the channels
 * that he manages or that bring business there, and what he applied for himself.
 */
export function openingScope(actor: Actor): SQL | undefined {
  if (actor.shopId !== null) return and(eq(opening.kind, 'shop'), eq(opening.shopId, actor.shopId))
  const below = unitReach(actor, { id: sql`u.id`, path: sql`u.path` })
  if (!below) return undefined
  return or(
    eq(opening.createdBy, actor.id),
    and(
      ne(opening.kind, 'channel'),
      sql`exists (select from branch b join org_unit u on u.tenant_id = b.tenant_id and u.id = b.org_unit_id
        where b.tenant_id = opening.tenant_id and b.id = opening.branch_id and ${below})`,
    ),
    and(
      eq(opening.kind, 'channel'),
      sql`exists (select from channel c where c.tenant_id = opening.tenant_id and c.id = opening.channel_id
        and (c.manager_id = ${actor.id} or exists (select from shop s
          join branch b on b.tenant_id = s.tenant_id and b.id = s.branch_id
          join org_unit u on u.tenant_id = b.tenant_id and u.id = b.org_unit_id
          where s.tenant_id = c.tenant_id and s.channel_id = c.id and ${below})))`,
    ),
  )
}

export const openingSubject = subject({
  noun: 'opening',
  nameOf: ({ id }: Opening) => id,
  async lock(id: number, { tenantId, actor }: Call): Promise<Opening | undefined> {
    const [row] = await db()
      .select()
      .from(opening)
      .where(and(eq(opening.id, id), eq(opening.tenantId, tenantId), openingScope(actor)))
      .for('update')
    return row
  },
  shown: ({ status, content }) => ({ status, ...content }),
})

const ofContent = (field: string) => sql`(${opening.content} ->> ${sql.raw(`'${field}'`)})`

export const openingList = defineList(calls.list, {
  table: opening,
  scope: { rows: ({ actor }) => openingScope(actor) },
  filters: {
    kind: is(opening.kind),
    status: is(opening.status),
    shopType: (type) => sql`${ofContent('shopType')} = ${type}`,
    city: (code) =>
      sql`coalesce(${opening.content} -> 'region', ${opening.content} -> 'cities') ?| array[${code}]::text[]`,
  },
  search: textIn(opening.no, opening.name),
  rows: (ids, call) => readRows(ids, call),
})

export const exportOpenings = openingList.file({
  list: 'openings',
  title: say('openings.application'),
  columns: wordedColumns<OpeningRow>('openings', {
    no: ({ no }) => no,
    name: ({ name }) => name,
    shortName: ({ shortName }) => shortName,
    shopType: ({ shopType }) => shopType,
    channelName: ({ channelName }) => channelName,
    branchName: ({ branchName }) => branchName,
    contact: ({ contact }) => contact,
    city: ({ city }) => city,
    endsOn: ({ endsOn }) => endsOn,
    rating: ({ rating }) => rating,
    status: ({ status }) => say(`openings.states.${status}`),
    reason: ({ reason }) => reason,
    submittedAt: ({ submittedAt }) => chinaTime(submittedAt),
    createdAt: ({ createdAt }) => chinaTime(createdAt),
  }),
})

/** The place where it is: of a channel the first of its cities. */
const cityCode = sql`coalesce(${opening.content} -> 'region' ->> 1, ${opening.content} -> 'region' ->> 0,
  ${opening.content} -> 'cities' ->> 0)`

/** The rows as they are shown; the values are those in force. */
export async function readRows(
  ids: readonly number[],
  { today }: Pick<Call, 'today'>,
): Promise<OpeningRow[]> {
  const rows = await db()
    .select({
      row: opening,
      channelName: channel.name,
      branchName: branch.name,
      managerName: sysUser.name,
      city: dictItem.label,
    })
    .from(opening)
    .leftJoin(channel, eq(channel.id, opening.channelId))
    .leftJoin(branch, eq(branch.id, opening.branchId))
    .leftJoin(sysUser, eq(sysUser.id, channel.managerId))
    .leftJoin(dictItem, and(eq(dictItem.type, 'region'), eq(dictItem.code, cityCode)))
    .where(inArray(opening.id, [...ids]))
    .orderBy(desc(opening.id))
  return rows.map(({ row, channelName, branchName, managerName, city }) => {
    const of = row.content as Partial<ShopValues> & Record<string, unknown>
    const text = (field: string) => (typeof of[field] === 'string' ? (of[field] as string) : null)
    return {
      ...row,
      channelName: row.kind === 'shop' ? channelName : null,
      branchName: row.kind === 'shop' ? branchName : null,
      contact: text('contactName') ?? text('principal') ?? managerName,
      shopType: text('shopType'),
      rating: text('rating') ?? text('level'),
      shortName: text('shortName'),
      businessScope: (of.businessScope as string[] | undefined) ?? [],
      city,
      endsSoon: row.endsOn !== null && row.inForce !== '已关闭' && row.endsOn <= addDays(today, endsSoonDays),
    }
  })
}

/** @throws 422 with the reason why not. @returns the state that the step leads to */
export function requireStep(step: OpeningStep, row: Opening, { actor }: Call) {
  const answer = openingCan(step, row, actor)
  if (!answer.ok) throw refused(answer.reason, { status: row.status })
  return answer.to
}

/** Moves it; what orders see of it follows from the state. */
export async function moveOpening(
  step: OpeningStep,
  row: Opening,
  call: Call,
  set: Partial<Opening> = {},
): Promise<{ id: number; rowVersion: number }> {
  const status = requireStep(step, row, call)
  await change(opening, row, { ...set, status, inForce: inForceAfter(status, row.inForce) })
  return { id: row.id, rowVersion: row.rowVersion + 1 }
}

/** The fields of which another value was typed. */
export const changedOf = (before: OpeningValues, after: OpeningValues): string[] =>
  Object.keys(after).filter((field) => textOf(before, field) !== textOf(after, field))

export const textOf = (values: OpeningValues | null, field: string): string => {
  const value = (values as Record<string, unknown> | null)?.[field]
  return value === undefined || value === null
    ? ''
    : typeof value === 'string'
      ? value
      : JSON.stringify(value)
}

/** The field that holds the number of its contact; a channel has none. */
export const mobileFieldOf = (values: OpeningValues): 'contactMobile' | 'principalMobile' | undefined =>
  'contactMobile' in values ? 'contactMobile' : 'principalMobile' in values ? 'principalMobile' : undefined

export const needsReview = (kind: Opening['kind'], fields: readonly string[]): boolean =>
  fields.some((field) => reviewedFields[kind].includes(field))

/** One in the caller's scope. @throws 404 */
export async function findOpening({ id }: ParsedInputOf<typeof calls.get>, call: Call): Promise<Opening> {
  const [row] = await db()
    .select()
    .from(opening)
    .where(and(eq(opening.id, id), openingScope(call.actor)))
  if (!row) throw notFound()
  return row
}

export const shopsOf = ({ kind, shopId, branchId, channelId }: Opening) =>
  db()
    .select({ id: shop.id })
    .from(shop)
    .where(
      kind === 'shop'
        ? eq(shop.id, shopId ?? 0)
        : kind === 'branch'
          ? eq(shop.branchId, branchId ?? 0)
          : eq(shop.channelId, channelId ?? 0),
    )

/** Of a shop or a channel that was opened. */
export async function balancesOf({ kind, shopId, channelId }: Opening) {
  if (kind === 'shop' && shopId !== null) return readBalances(eq(accountBalance.shopId, shopId))
  return kind === 'channel' && channelId !== null ? readBalances(eq(accountBalance.channelId, channelId)) : []
}
