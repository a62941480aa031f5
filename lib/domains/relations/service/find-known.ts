import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import { inForce } from '../../blacklist/service/entries.ts'
import { blacklist } from '../../blacklist/table.ts'
import { shop } from '../../channels/table.ts'
import { orgUnit, sysUser } from '../../identity/table.ts'
import type { RelationsView } from '../contract.ts'
import { type RelationKind, relationKey } from '../rules/relation-keys.ts'

/**
 * The others who have a value: colleagues, shops, entries of the black, grey and white lists. There are few of each.
 */

type Key = { kind: RelationKind; value: string }
type Known = NonNullable<RelationsView['known']>

const most = 20

export async function findKnown(asked: readonly Key[], today: string): Promise<Known> {
  if (asked.length === 0) return []
  return [...(await findListed(asked, today)), ...(await findStaff(asked)), ...(await findShops(asked))]
}

async function findListed(asked: readonly Key[], today: string): Promise<Known> {
  const rows = await db()
    .select()
    .from(blacklist)
    .where(
      and(
        inForce(today),
        or(inArray(blacklist.keyValue, valuesOf(asked)), eq(blacklist.numberType, 'address')),
      ),
    )
  return rows
    .flatMap(({ numberType, keyValue, level, source, reason }) => {
      const { kind } =
        asked.find((key) => key.kind === numberType && key.value === relationKey(key.kind, keyValue)) ?? {}
      return kind ? [{ what: 'list' as const, kind, name: reason, level, source }] : []
    })
    .slice(0, most)
}

async function findStaff(asked: readonly Key[]): Promise<Known> {
  const mobiles = valuesOf(asked, 'mobile')
  if (mobiles.length === 0) return []
  const rows = await db()
    .select({ name: sysUser.name, unit: orgUnit.name })
    .from(sysUser)
    .innerJoin(orgUnit, eq(orgUnit.id, sysUser.orgUnitId))
    .where(inArray(sysUser.mobile, mobiles))
  return rows.map((row) => ({ ...row, what: 'staff' as const, kind: 'mobile' as const }))
}

/** By the telephone of its contact, by its address, or as an employer; addresses with other digits are not even read. */
async function findShops(asked: readonly Key[]): Promise<Known> {
  const mobiles = valuesOf(asked, 'mobile')
  const digits = valuesOf(asked, 'address').map((address) => address.replace(/\D/g, ''))
  const employers = valuesOf(asked, 'employerName')
  if (mobiles.length + digits.length + employers.length === 0) return []
  const rows = await db()
    .select({ name: shop.name, mobile: shop.contactMobile, address: shop.address })
    .from(shop)
    .where(
      or(
        inArray(shop.contactMobile, mobiles),
        inArray(sql`regexp_replace(normalize(${shop.address}, NFKC), '[^0-9]', '', 'g')`, digits),
        ...employers.map((employer) => sql`strpos(${shop.name}, ${employer}) > 0`),
      ),
    )
    .limit(200)
  const has = (kind: RelationKind, text: string) =>
    asked.some((key) => key.kind === kind && key.value === relationKey(kind, text))
  return rows
    .flatMap(({ name, mobile, address }) => {
      const kinds: RelationKind[] = []
      if (has('mobile', mobile)) kinds.push('mobile')
      if (has('address', address)) kinds.push('address')
      if (has('employerName', name)) kinds.push('employerName')
      return kinds.map((kind) => ({ what: 'shop' as const, kind, name }))
    })
    .slice(0, most)
}

const valuesOf = (asked: readonly Key[], kind?: RelationKind) =>
  asked.flatMap((key) => (kind === undefined || key.kind === kind ? [key.value] : []))
