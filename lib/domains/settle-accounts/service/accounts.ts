import { and, eq, inArray, isNotNull, ne, or, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { audit } from '../../../platform/audit.ts'
import { propose } from '../../../platform/changes/propose.ts'
import type { ChangeLine } from '../../../platform/changes/rules/pending-change.ts'
import { settleAccount } from '../../../platform/changes/table.ts'
import type { Actor, Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { from, is, textIn, to } from '../../../platform/db/list-conditions.ts'
import { badInput, refused, taken } from '../../../platform/errors.ts'
import type { HandlersOf } from '../../../platform/handler.ts'
import { subject } from '../../../platform/subject.ts'
import { maskCard } from '../../../rules/mask.ts'
import { branch, channel, shop } from '../../channels/table.ts'
import type { Contracts } from '../../endpoints.ts'
import { sysUser } from '../../identity/table.ts'
import { branchScope, channelScope, shopScope } from '../../orders/service/data-scope.ts'
import { type AccountRow, settleAccounts } from '../contract.ts'
import { type AccountOwner, accountCan } from '../rules/settle-account.ts'
import { type Account, type AccountValues, setAccount } from './account-change.ts'

/** 结算账户: entered by one person, in force when another one has checked it. */

/** Accounts of the shops, channels and branches that somebody sees. */
function accountScope(actor: Actor): SQL | undefined {
  const shops = shopScope(actor)
  if (!shops) return undefined
  const { shopId, channelId, branchId } = settleAccount
  return or(
    inArray(shopId, db().select({ id: shop.id }).from(shop).where(shops)),
    inArray(channelId, db().select({ id: channel.id }).from(channel).where(channelScope(actor))),
    inArray(branchId, db().select({ id: branch.id }).from(branch).where(branchScope(actor))),
  )
}

export const accountSubject = subject({
  noun: 'settle_account',
  nameOf: ({ id }: Account) => id,
  async lock(id: number, { tenantId, actor }: Call): Promise<Account | undefined> {
    const [row] = await db()
      .select()
      .from(settleAccount)
      .where(and(eq(settleAccount.id, id), eq(settleAccount.tenantId, tenantId), accountScope(actor)))
      .for('update')
    return row
  },
  shown: ({ holderName, bankName, isCorporate }) => ({ holderName, bankName, isCorporate }),
})

const ownerColumns = {
  shop: settleAccount.shopId,
  channel: settleAccount.channelId,
  branch: settleAccount.branchId,
} as const

const auditor = alias(sysUser, 'auditor')

const accounts = defineList(settleAccounts.list, {
  table: settleAccount,
  scope: { rows: ({ actor }) => accountScope(actor) },
  filters: {
    ownerKind: (kind) => isNotNull(ownerColumns[kind]),
    createdFrom: from(settleAccount.createdAt),
    createdTo: to(settleAccount.createdAt),
    shopId: is(settleAccount.shopId),
    accountKind: is(settleAccount.accountKind),
    status: is(settleAccount.status),
  },
  search: textIn(settleAccount.holderName, settleAccount.bankName),
  sorts: { createdAt: settleAccount.createdAt, auditAt: settleAccount.auditAt },
  async rows(ids): Promise<AccountRow[]> {
    const rows = await db()
      .select({
        account: settleAccount,
        shopName: shop.name,
        channelName: channel.name,
        branchName: branch.name,
        createdByName: sysUser.name,
        auditByName: auditor.name,
      })
      .from(settleAccount)
      .leftJoin(shop, eq(shop.id, settleAccount.shopId))
      .leftJoin(channel, eq(channel.id, settleAccount.channelId))
      .leftJoin(branch, eq(branch.id, settleAccount.branchId))
      .leftJoin(sysUser, eq(sysUser.id, settleAccount.createdBy))
      .leftJoin(auditor, eq(auditor.id, settleAccount.auditBy))
      .where(inArray(settleAccount.id, ids))
    return rows.map(({ account, shopName, channelName, branchName, ...names }) => ({
      ...account,
      ...names,
      ownerKind: ownerKindOf(account),
      ownerName: shopName ?? channelName ?? branchName ?? '',
      accountNo: maskCard(account.accountNo),
    }))
  },
})

type Owner = { shopId: number | null; channelId: number | null; branchId: number | null }

const ownerKindOf = ({ shopId, channelId }: Owner): AccountOwner =>
  shopId !== null ? 'shop' : channelId !== null ? 'channel' : 'branch'

type FindPlace = (id: number, actor: Actor) => PromiseLike<{ name: string }[]>
const placesOf: Record<AccountOwner, FindPlace> = {
  shop: (id, actor) =>
    db()
      .select({ name: shop.name })
      .from(shop)
      .where(and(eq(shop.id, id), shopScope(actor))),
  channel: (id, actor) =>
    db()
      .select({ name: channel.name })
      .from(channel)
      .where(and(eq(channel.id, id), channelScope(actor))),
  branch: (id, actor) =>
    db()
      .select({ name: branch.name })
      .from(branch)
      .where(and(eq(branch.id, id), branchScope(actor))),
}

/** @throws 400 for none, for several, or for one out of scope */
async function findOwner(
  { shopId, channelId, branchId }: Partial<Record<keyof Owner, number | null | undefined>>,
  { actor }: Call,
): Promise<{ owner: Owner; kind: AccountOwner; id: number; name: string }> {
  const owner: Owner = { shopId: shopId ?? null, channelId: channelId ?? null, branchId: branchId ?? null }
  const named = Object.values(owner).filter((id) => id !== null)
  if (named.length !== 1) throw badInput({ shopId: 'rules.required' })
  const kind = ownerKindOf(owner)
  const id = named[0] ?? 0
  const [place] = await placesOf[kind](id, actor)
  if (!place) throw badInput({ [`${kind}Id`]: 'accounts.outsideScope' })
  return { owner, kind, id, name: place.name }
}

/** Everything that the checker is shown: each value, and what stood there before. */
function linesOf(
  { kind, name }: { kind: AccountOwner; name: string },
  values: AccountValues,
  before: Account | undefined,
): ChangeLine[] {
  const line = (field: keyof AccountValues, kind: ChangeLine['kind']): ChangeLine => {
    const value = String(values[field])
    const was = before && String(before[field])
    return { field, kind, value, ...(was !== undefined && was !== value && { was }) }
  }
  return [
    { field: kind, kind: 'text', value: name },
    line('accountKind', 'accountKind'),
    line('holderName', 'text'),
    line('accountNo', 'number'),
    line('bankName', 'text'),
    line('isCorporate', 'yesNo'),
  ]
}

/** @throws 400 for an owner out of scope, 409 for an account that the owner has already, 422 while one waits */
async function save(
  {
    id: _id,
    eventId: _e,
    rowVersion: _v,
    shopId,
    channelId,
    branchId,
    reason,
    ...values
  }: ParsedInputOf<typeof settleAccounts.save>,
  call: Call,
  before: Account | undefined,
): Promise<{ id: number }> {
  const place = await findOwner(before ?? { shopId, channelId, branchId }, call)
  const permit = before ? accountCan('change', before.status) : { ok: true as const }
  if (!permit.ok) throw refused(permit.reason)
  const same = and(
    eq(ownerColumns[place.kind], place.id),
    eq(settleAccount.accountKind, values.accountKind),
    eq(settleAccount.accountNo, values.accountNo),
    ne(settleAccount.status, '已停用'),
    before && ne(settleAccount.id, before.id),
  )
  const [other] = await db().select({ id: settleAccount.id }).from(settleAccount).where(same).limit(1)
  if (other) throw taken('accounts.known')
  const id = before ? before.id : await addAccount(place.owner, values, call)
  // Everything that was refused was never in force: it is entered anew.
  if (before?.status === '驳回') await setAccount(id, { ...values, status: '待审核', auditNote: null }, call)
  else if (before) await setAccount(id, { status: '变更待审' }, call)
  const old = before && before.status !== '驳回' ? before : undefined
  await propose(
    'account',
    { aboutId: id, title: place.name, content: values, lines: linesOf(place, values, old), reason },
    call,
  )
  await audit({ object: `settle_account:${id}`, before: old, after: { ...values, reason } })
  return { id }
}

async function addAccount(owner: Owner, values: AccountValues, { actor }: Call): Promise<number> {
  const [row] = await db()
    .insert(settleAccount)
    .values({ ...owner, ...values, createdBy: actor.id })
    .returning({ id: settleAccount.id })
  if (!row) throw new Error('the account was not written')
  return row.id
}

async function stop({ reason }: { reason: string }, call: Call, row: Account) {
  const permit = accountCan('stop', row.status)
  if (!permit.ok) throw refused(permit.reason)
  await setAccount(row.id, { status: '已停用', auditNote: reason }, call)
  await audit({ before: { status: row.status }, after: { status: '已停用', reason } })
  return {}
}

export const settleAccountHandlers: HandlersOf<Contracts['settleAccounts']> = {
  list: accounts.page,
  save,
  stop,
}
