import { and, asc, eq, like } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { OutputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { type CallError, refused } from '../../../platform/errors.ts'
import { tenant } from '../../identity/table.ts'
import { dictItem } from '../../system/table.ts'
import type { collect } from '../contract.ts'
import type { CollectState } from '../rules/collect.ts'
import { findLink, type Link } from './links.ts'

/** True where the form takes anything: by a link that counts, or openly where the tenant wants it. */

type Form = { state: CollectState; link?: Link }

/** @param token of a link; none on the open form, which only a tenant's setting opens */
export async function findForm(token: string | undefined, options?: { lock?: boolean }): Promise<Form> {
  if (token) return findLink(token, options)
  // Row security shows the transaction's tenant alone.
  const [row] = await db().select({ open: tenant.collectOpen }).from(tenant)
  return { state: row?.open ? 'ready' : 'closed' }
}

/** The same, or 422 in the words of the page. */
export async function openForm(
  token: string | undefined,
  options?: { lock?: boolean },
): Promise<Form | CallError> {
  const form = await findForm(token, options)
  return form.state === 'ready' ? form : refused(`collectPage.${form.state}`)
}

const province = alias(dictItem, 'province')

/** Cities on offer, by code; the tenant's own table may have all of the country. */
export function readCities(): Promise<OutputOf<typeof collect.form>['cities']> {
  return db()
    .select({ code: dictItem.code, label: dictItem.label, province: province.label })
    .from(dictItem)
    .innerJoin(province, and(eq(province.type, 'region'), eq(province.code, dictItem.parentCode)))
    .where(
      and(
        eq(dictItem.type, 'region'),
        eq(dictItem.enabled, true),
        like(dictItem.code, '____00'),
        like(province.code, '__0000'),
      ),
    )
    .orderBy(asc(dictItem.code))
}
