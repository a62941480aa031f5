import { and, asc, eq, ne } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import { change } from '../../../platform/change-row.ts'
import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { badInput, type FieldMessage, refused } from '../../../platform/errors.ts'
import { branch, channel } from '../../channels/table.ts'
import { sysUser } from '../../identity/table.ts'
import { nextNumber } from '../../orders/service/number-series.ts'
import { product } from '../../products/table.ts'
import type { BranchValues, ChannelValues, OpeningValues, openings, ShopValues } from '../contract.ts'
import { type OpeningKind, openingCan, openingLimits } from '../rules/opening.ts'
import { opening } from '../table.ts'
import { changeInForce, endOf } from './in-force.ts'
import {
  changedOf,
  mobileFieldOf,
  moveOpening,
  needsReview,
  type Opening,
  requireStep,
  textOf,
} from './opening-record.ts'

/** 新增, 修改: a draft is written over; of what is open, another value that is agreed with headquarters waits for it. */

type Saved = { id: number; rowVersion: number }

export async function saveShop(
  { eventId: _e, id: _i, rowVersion: _v, ...values }: ParsedInputOf<typeof openings.saveShop>,
  call: Call,
  row: Opening | undefined,
): Promise<Saved> {
  if (row?.kind === 'shop' && row.inForce !== null) {
    const was = row.content as ShopValues
    if (was.channelId !== values.channelId || was.branchId !== values.branchId)
      throw badInput({ channelId: 'openings.refusals.placeStays' })
    if (was.account !== values.account) throw badInput({ account: 'openings.refusals.accountStays' })
  }
  await checkShop(values, row)
  return save('shop', withMobile(values, row), call, row)
}

export const saveBranch = (
  { eventId: _e, id: _i, rowVersion: _v, ...values }: ParsedInputOf<typeof openings.saveBranch>,
  call: Call,
  row: Opening | undefined,
): Promise<Saved> => save('branch', withMobile(values, row), call, row)

export const saveChannel = (
  { eventId: _e, id: _i, rowVersion: _v, ...values }: ParsedInputOf<typeof openings.saveChannel>,
  call: Call,
  row: Opening | undefined,
): Promise<Saved> => {
  if (values.coopTo < values.coopFrom) throw badInput({ coopTo: 'openings.endsBefore' })
  const rates = row ? (((row.pending ?? row.content) as ChannelValues).rates ?? []) : []
  return save('channel', { ...values, rates }, call, row)
}

/** A draft of a new shop, whichever way its values came. @throws 400 by field */
export async function addShop(values: ShopValues, call: Call): Promise<Saved> {
  await checkShop(values, undefined)
  return save('shop', withMobile(values, undefined), call, undefined)
}

/** The number of its contact stays unless another one was typed, as nobody is shown it. @throws 400 for none at all */
function withMobile<V extends ShopValues | BranchValues>(values: V, row: Opening | undefined): V {
  const field = mobileFieldOf(values)
  if (!field || textOf(values, field) !== '') return values
  const kept = textOf(row?.content ?? null, field)
  if (kept === '') throw badInput({ [field]: 'rules.required' })
  return { ...values, [field]: kept }
}

/** @throws 400 by field: a place that is not open, a name that its branch has, an account that somebody has */
export async function checkShop(values: ShopValues, row: Opening | undefined): Promise<void> {
  const fields: Record<string, FieldMessage> = {}
  if (values.uscc === '' && values.shopType !== '直营') fields.uscc = 'rules.required'
  if (row?.inForce === undefined || row.inForce === null) {
    const { channels, branches } = await readPlaces()
    if (!channels.some(({ id }) => id === values.channelId))
      fields.channelId = 'openings.refusals.placeNotOpen'
    if (!branches.some(({ id }) => id === values.branchId)) fields.branchId = 'openings.refusals.placeNotOpen'
    const [holder] = await db()
      .select({ id: sysUser.id })
      .from(sysUser)
      .where(eq(sysUser.account, values.account))
    if (holder) fields.account = 'staff.rule.accountTaken'
  }
  const [other] = await db()
    .select({ id: opening.id })
    .from(opening)
    .where(
      and(
        eq(opening.kind, 'shop'),
        eq(opening.branchId, values.branchId),
        eq(opening.name, values.name),
        ne(opening.status, '已关闭'),
        row && ne(opening.id, row.id),
      ),
    )
    .limit(1)
  if (other) fields.name = 'openings.refusals.nameTaken'
  if (Object.keys(fields).length > 0) throw badInput(fields)
}

const prefixes: Record<OpeningKind, string> = { channel: 'QD', branch: 'FG', shop: 'MD' }

async function save(
  kind: OpeningKind,
  values: OpeningValues,
  call: Call,
  row: Opening | undefined,
): Promise<Saved> {
  if (row && row.kind !== kind) throw refused('openings.refusals.state', { status: row.status })
  const places =
    kind === 'shop'
      ? { channelId: (values as ShopValues).channelId, branchId: (values as ShopValues).branchId }
      : {}
  if (!row) {
    const no = `${prefixes[kind]}${String(await nextNumber(`opening:${kind}`)).padStart(6, '0')}`
    const [made] = await db()
      .insert(opening)
      .values({
        kind,
        no,
        name: values.name,
        content: values,
        endsOn: endOf(kind, values),
        ...places,
        createdBy: call.actor.id,
      })
      .returning({ id: opening.id, rowVersion: opening.rowVersion })
    if (!made) throw new Error('the opening was not written')
    await audit({
      action: 'opening.save',
      object: `opening:${made.id}`,
      after: { kind, no, ...values },
    })
    return made
  }
  if (openingCan('save', row, call.actor).ok)
    return moveOpening('save', row, call, {
      name: values.name,
      content: values,
      endsOn: endOf(kind, values),
      reason: '',
      firstBy: null,
      ...places,
    })
  return saveChange(row, values, call)
}

/**
 * Everything that is open: the old values count until headquarters agreed, unless the change is none of its affairs.
 */
export async function saveChange(row: Opening, values: OpeningValues, call: Call): Promise<Saved> {
  requireStep('change', row, call)
  const fields = changedOf(row.content, values)
  if (fields.length === 0) throw refused('openings.refusals.same')
  if (!needsReview(row.kind, fields)) {
    await changeInForce(row, values, call)
    await change(opening, row, { content: values })
    return { id: row.id, rowVersion: row.rowVersion + 1 }
  }
  return moveOpening('change', row, call, {
    pending: values,
    reason: '',
    submittedBy: call.actor.id,
    submittedAt: call.now.toISOString(),
    firstBy: null,
  })
}

/** 费率协议: another row of the channel's values, reviewed as they are. @throws 400 for no such product */
export async function saveRate(
  { productId, rebateRate, commissionRate }: ParsedInputOf<typeof openings.saveRate>,
  call: Call,
  row: Opening,
): Promise<Saved> {
  if (row.kind !== 'channel') throw refused('openings.refusals.state', { status: row.status })
  const [one] = await db()
    .select({ code: product.code, name: product.name })
    .from(product)
    .where(eq(product.id, productId))
  if (!one) throw badInput({ productId: 'refusals.productNotOffered' })
  const content = row.content as ChannelValues
  const others = content.rates.filter(({ productCode }) => productCode !== one.code)
  if (others.length >= openingLimits.rates) throw badInput({ productId: 'openings.refusals.tooManyRates' })
  const rates = [...others, { productCode: one.code, productName: one.name, rebateRate, commissionRate }]
  const values = { ...content, rates }
  return openingCan('save', row, call.actor).ok
    ? moveOpening('save', row, call, { content: values })
    : saveChange(row, values, call)
}

/** Those that take new shops. */
export async function readPlaces() {
  const channels = await db()
    .select({ id: channel.id, name: channel.name })
    .from(channel)
    .where(eq(channel.status, '已开通'))
    .orderBy(asc(channel.id))
  const branches = await db()
    .select({ id: branch.id, name: branch.name })
    .from(branch)
    .where(eq(branch.status, '已开通'))
    .orderBy(asc(branch.id))
  return { channels, branches }
}
