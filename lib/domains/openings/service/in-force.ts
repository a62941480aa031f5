import { and, eq, sql } from 'drizzle-orm'
import type { By, Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { refused } from '../../../platform/errors.ts'
import { branch, channel, channelRate, shop } from '../../channels/table.ts'
import { orgUnit, sysUser } from '../../identity/table.ts'
import type { BranchValues, ChannelValues, OpeningValues, ShopValues } from '../contract.ts'
import type { InForce } from '../rules/opening.ts'
import type { Opening } from './opening-record.ts'

/** The rows that orders, scopes and releases read: they say what is in force, and nothing of what waits. */

type Stamp = { updatedAt: string; updatedBy: number }
const stampOf = ({ actor, now }: By): Stamp => ({ updatedAt: now.toISOString(), updatedBy: actor.id })

const branchColumns = ({ shortName, ...values }: BranchValues) => ({
  ...values,
  shortName: shortName || null,
})

const channelColumns = ({ rates: _, ...values }: ChannelValues) => values

const shopColumns = ({
  shopType,
  rating,
  account: _,
  uscc,
  legalName,
  mainBrands,
  ...values
}: ShopValues) => ({
  ...values,
  kind: shopType,
  grade: rating,
  uscc: uscc || null,
  legalName: legalName || null,
  mainBrands: mainBrands === '' ? [] : mainBrands.split(/[,，、\s]+/),
})

/** The day on which its agreement ends. */
export const endOf = (kind: Opening['kind'], values: OpeningValues): string | null =>
  kind === 'shop'
    ? (values as ShopValues).agreementTo
    : kind === 'channel'
      ? (values as ChannelValues).coopTo
      : null

/** Opens it: its unit, its row and, of a shop, its first user are made. @returns the ids that it has from now on */
export async function putInForce(row: Opening, call: Call): Promise<Partial<Opening>> {
  if (row.kind === 'branch') return { branchId: await addBranch(row, row.content as BranchValues, call) }
  if (row.kind === 'channel') return { channelId: await addChannel(row, row.content as ChannelValues, call) }
  return { shopId: await addShop(row, row.content as ShopValues, call) }
}

async function addUnit(parentId: number, kind: string, name: string, { actor }: Call): Promise<number> {
  const [parent] = await db()
    .select({ id: orgUnit.id, path: orgUnit.path })
    .from(orgUnit)
    .where(eq(orgUnit.id, parentId))
  if (!parent) throw new Error(`there is no unit ${parentId}`)
  const [unit] = await db()
    .insert(orgUnit)
    .values({ parentId: parent.id, kind, name, path: '', createdBy: actor.id })
    .returning({ id: orgUnit.id })
  if (!unit) throw new Error('the unit was not written')
  await db()
    .update(orgUnit)
    .set({ path: `${parent.path}${unit.id}/` })
    .where(eq(orgUnit.id, unit.id))
  return unit.id
}

/** A branch stands below the region of whoever applied for it, or below headquarters. */
async function addBranch(row: Opening, values: BranchValues, call: Call): Promise<number> {
  const [above] = await db()
    .select({ id: orgUnit.id })
    .from(orgUnit)
    .leftJoin(sysUser, and(eq(sysUser.orgUnitId, orgUnit.id), eq(sysUser.id, row.createdBy)))
    .where(sql`${orgUnit.kind} = 'hq' or (${orgUnit.kind} = 'region' and ${sysUser.id} is not null)`)
    .orderBy(sql`${orgUnit.kind} = 'region' desc`)
    .limit(1)
  const orgUnitId = await addUnit(above?.id ?? 0, 'branch', values.name, call)
  const [made] = await db()
    .insert(branch)
    .values({
      ...branchColumns(values),
      orgUnitId,
      openApplyAt: row.submittedAt,
      status: '已开通',
      createdBy: call.actor.id,
    })
    .returning({ id: branch.id })
  if (!made) throw new Error('the branch was not written')
  return made.id
}

async function addChannel(row: Opening, values: ChannelValues, call: Call): Promise<number> {
  const [made] = await db()
    .insert(channel)
    .values({
      ...channelColumns(values),
      code: row.no,
      managerId: row.createdBy,
      status: '已开通',
      createdBy: call.actor.id,
    })
    .returning({ id: channel.id })
  if (!made) throw new Error('the channel was not written')
  await writeRates(made.id, values, call)
  return made.id
}

/** @throws 422 where its user's account was taken meanwhile, or its branch or channel takes no shops any more */
async function addShop(row: Opening, values: ShopValues, call: Call): Promise<number> {
  const [place] = await db()
    .select({ unitId: branch.orgUnitId, branchStatus: branch.status, channelStatus: channel.status })
    .from(branch)
    .innerJoin(channel, eq(channel.id, values.channelId))
    .where(eq(branch.id, values.branchId))
  if (place?.branchStatus !== '已开通' || place.channelStatus !== '已开通')
    throw refused('openings.refusals.placeNotOpen')
  const orgUnitId = await addUnit(place.unitId, 'shop', values.name, call)
  const [made] = await db()
    .insert(shop)
    .values({
      ...shopColumns(values),
      orgUnitId,
      shopNo: row.no,
      status: '已开通',
      createdBy: call.actor.id,
    })
    .returning({ id: shop.id })
  if (!made) throw new Error('the shop was not written')
  await addUser(orgUnitId, values, call)
  return made.id
}

/** Nobody signs in by it before its password was handed over. */
async function addUser(orgUnitId: number, values: ShopValues, { actor }: Call): Promise<void> {
  const [holder] = await db()
    .select({ id: sysUser.id })
    .from(sysUser)
    .where(eq(sysUser.mobile, values.contactMobile))
  const [made] = await db()
    .insert(sysUser)
    .values({
      account: values.account,
      name: values.contactName,
      // A number belongs to one user: somebody with several shops has it with the first.
      mobile: holder ? null : values.contactMobile,
      passwordHash: '',
      orgUnitId,
      roleCodes: ['shop_user'],
      dataScope: 'dept',
      status: '停用',
      createdBy: actor.id,
      updatedBy: actor.id,
    })
    .onConflictDoNothing()
    .returning({ id: sysUser.id })
  if (!made) throw refused('openings.refusals.accountTaken', { account: values.account })
}

async function writeRates(channelId: number, { rates }: ChannelValues, { actor }: Call): Promise<void> {
  await db().delete(channelRate).where(eq(channelRate.channelId, channelId))
  if (rates.length > 0)
    await db()
      .insert(channelRate)
      .values(
        rates.map(({ productCode, rebateRate, commissionRate }) => ({
          channelId,
          productCode,
          rebateRate,
          commissionRate,
          createdBy: actor.id,
        })),
      )
}

/** Other values count from now on. */
export async function changeInForce(row: Opening, values: OpeningValues, call: Call): Promise<void> {
  const stamp = stampOf(call)
  if (row.kind === 'channel' && row.channelId !== null) {
    await db()
      .update(channel)
      .set({ ...channelColumns(values as ChannelValues), ...stamp })
      .where(eq(channel.id, row.channelId))
    await writeRates(row.channelId, values as ChannelValues, call)
    return
  }
  const [unit] =
    row.kind === 'shop'
      ? await db()
          .update(shop)
          .set({ ...shopColumns(values as ShopValues), ...stamp })
          .where(eq(shop.id, row.shopId ?? 0))
          .returning({ id: shop.orgUnitId })
      : await db()
          .update(branch)
          .set({ ...branchColumns(values as BranchValues), ...stamp })
          .where(eq(branch.id, row.branchId ?? 0))
          .returning({ id: branch.orgUnitId })
  await db()
    .update(orgUnit)
    .set({ name: values.name, ...stamp })
    .where(eq(orgUnit.id, unit?.id ?? 0))
}

/**
 * Everything that orders see of it. Whoever makes an order holds these rows: a suspension comes before an order or
 * behind it, and never in between.
 */
export async function setInForce(
  { kind, shopId, branchId, channelId }: Opening,
  status: InForce,
  stopReason: string | null,
  by: By,
): Promise<void> {
  const set = { status, stopReason, ...stampOf(by) }
  if (kind === 'shop')
    await db()
      .update(shop)
      .set(set)
      .where(eq(shop.id, shopId ?? 0))
  else if (kind === 'branch')
    await db()
      .update(branch)
      .set(set)
      .where(eq(branch.id, branchId ?? 0))
  else
    await db()
      .update(channel)
      .set(set)
      .where(eq(channel.id, channelId ?? 0))
}
