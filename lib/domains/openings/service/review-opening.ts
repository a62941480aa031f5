import { and, count, eq, inArray, isNull, ne, notInArray, or } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { change } from '../../../platform/change-row.ts'
import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { refused } from '../../../platform/errors.ts'
import type { SlowHandler } from '../../../platform/handler.ts'
import { compareMoney } from '../../../rules/money.ts'
import { formatMoney } from '../../../rules/money-text.ts'
import { shop } from '../../channels/table.ts'
import { sysUser } from '../../identity/table.ts'
import { deadStatuses } from '../../orders/rules/order-states.ts'
import { application } from '../../orders/table.ts'
import { newOneTimePassword } from '../../staff/service/one-time-password.ts'
import { stopUsersOf } from '../../staff/service/user-verbs.ts'
import type { openings, ShopValues } from '../contract.ts'
import { opening } from '../table.ts'
import { changeInForce, endOf, putInForce, setInForce } from './in-force.ts'
import { requirePapers } from './opening-files.ts'
import { balancesOf, moveOpening, type Opening, requireStep, shopsOf } from './opening-record.ts'
import { tellPlace, tellSubmitter } from './tell-opening.ts'

/** 提交, 审核, 暂停, 恢复, 关闭. */

/** @throws 422 without its files, or where its agreement is over already */
export async function submit(_input: object, call: Call, row: Opening) {
  requireStep('submit', row, call)
  await requirePapers(row)
  if (isOver(row, call)) throw refused('openings.refusals.over', { day: row.endsOn ?? '' })
  return moveOpening('submit', row, call, {
    submittedBy: call.actor.id,
    submittedAt: call.now.toISOString(),
    firstBy: null,
    reason: '',
  })
}

const isOver = ({ endsOn }: Opening, { today }: Call) => endsOn !== null && endsOn < today

export const withdraw = (_input: object, call: Call, row: Opening) =>
  moveOpening('withdraw', row, call, { pending: null, firstBy: null })

/** Of a shop by its branch, then by headquarters; the last one opens it, or lets the change count. */
export async function approve({ note }: ParsedInputOf<typeof openings.approve>, call: Call, row: Opening) {
  const to = requireStep('approve', row, call)
  if (row.status === '变更待审') {
    if (!row.pending) throw new Error('a change that waits has its values')
    await changeInForce(row, row.pending, call)
    await tellSubmitter('changed', row, note, call)
    return moveOpening('approve', row, call, {
      content: row.pending,
      pending: null,
      name: row.pending.name,
      endsOn: endOf(row.kind, row.pending),
      reason: note,
    })
  }
  if (to === '待复审') {
    await tellSubmitter('first', row, note, call)
    return moveOpening('approve', row, call, { firstBy: call.actor.id, reason: note })
  }
  if (isOver(row, call)) throw refused('openings.refusals.over', { day: row.endsOn ?? '' })
  const places = await putInForce(row, call)
  await tellSubmitter('opened', row, note, call)
  return moveOpening('approve', row, call, { ...places, reason: note })
}

export async function refuse({ reason }: ParsedInputOf<typeof openings.refuse>, call: Call, row: Opening) {
  requireStep('refuse', row, call)
  await tellSubmitter(row.inForce === null ? 'refused' : 'changeRefused', row, reason, call)
  return moveOpening('refuse', row, call, { pending: null, reason })
}

/** New orders are refused from now on; live ones go on. */
export async function suspend({ reason }: ParsedInputOf<typeof openings.suspend>, call: Call, row: Opening) {
  requireStep('suspend', row, call)
  await setInForce(row, '暂停', reason, call)
  await tellPlace('suspended', row, reason, call)
  return moveOpening('suspend', row, call, { pending: null, reason })
}

/** @throws 422 while its agreement is over: it is renewed first */
export async function resume({ note }: ParsedInputOf<typeof openings.resume>, call: Call, row: Opening) {
  requireStep('resume', row, call)
  if (isOver(row, call)) throw refused('openings.refusals.over', { day: row.endsOn ?? '' })
  await setInForce(row, '已开通', null, call)
  await tellPlace('resumed', row, note, call)
  return moveOpening('resume', row, call, { reason: note })
}

/** The users of a shop are stopped with it. @throws 422 with live orders, shops that are not closed, or money on an account */
export async function close({ reason }: ParsedInputOf<typeof openings.close>, call: Call, row: Opening) {
  requireStep('close', row, call)
  // Held first: no order comes between what is counted and what is closed.
  await setInForce(row, '已关闭', reason, call)
  const live = await liveOrdersOf(row)
  if (live > 0) throw refused('openings.refusals.liveOrders', { count: String(live) })
  if (row.kind !== 'shop') {
    const [open] = await db()
      .select({ shops: count() })
      .from(shop)
      .where(and(inArray(shop.id, shopsOf(row)), ne(shop.status, '已关闭')))
    if (open && open.shops > 0) throw refused('openings.refusals.openShops', { count: String(open.shops) })
  }
  for (const { kind, balance, frozen } of await balancesOf(row))
    if (compareMoney(balance, '0') !== 0 || compareMoney(frozen, '0') !== 0)
      throw refused('openings.refusals.money', {
        kind: say(`balances.kinds.${kind}`),
        balance: formatMoney(balance),
      })
  await tellPlace('closed', row, reason, call)
  if (row.kind === 'shop') await stopUsersOf(await unitOf(row), reason, call)
  return moveOpening('close', row, call, { reason })
}

async function unitOf({ shopId }: Opening): Promise<number> {
  const [place] = await db()
    .select({ unit: shop.orgUnitId })
    .from(shop)
    .where(eq(shop.id, shopId ?? 0))
  return place?.unit ?? 0
}

/** Orders of it that are not over. */
export async function liveOrdersOf(row: Opening): Promise<number> {
  if (row.inForce === null) return 0
  const [found] = await db()
    .select({ orders: count() })
    .from(application)
    .where(and(inArray(application.shopId, shopsOf(row)), notInArray(application.status, [...deadStatuses])))
  return found?.orders ?? 0
}

/** The password of the shop's first user: until it was used, it can be handed over again. @throws 422 behind that */
export const handOver: SlowHandler<typeof openings.handOver> = {
  async prepare(_input, { now }) {
    const { password, passwordHash, until } = await newOneTimePassword(now)
    return {
      async run(call, row: Opening) {
        if (row.kind !== 'shop' || row.inForce !== '已开通' || row.shopId === null)
          throw refused('openings.refusals.state', { status: row.status })
        const { account } = row.content as ShopValues
        const [user] = await db()
          .update(sysUser)
          .set({
            passwordHash,
            oneTimeUntil: until,
            status: '正常',
            unlockedAt: now.toISOString(),
            updatedAt: now.toISOString(),
            updatedBy: call.actor.id,
          })
          .where(
            and(
              eq(sysUser.account, account),
              eq(sysUser.orgUnitId, await unitOf(row)),
              isNull(sysUser.lastLoginAt),
              or(eq(sysUser.status, '停用'), eq(sysUser.status, '正常')),
            ),
          )
          .returning({ id: sysUser.id })
        if (!user) throw refused('openings.refusals.handedOver')
        await change(opening, row, {}, { after: { account } })
        return { account, password, until }
      },
    }
  },
}
