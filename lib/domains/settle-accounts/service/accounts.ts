import { and, eq, inArray, ne } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import { propose } from '../../../platform/changes/propose.ts'
import type { ChangeLine } from '../../../platform/changes/rules/pending-change.ts'
import { settleAccount } from '../../../platform/changes/table.ts'
import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { is, textIn } from '../../../platform/db/list-conditions.ts'
import { badInput, refused, taken } from '../../../platform/errors.ts'
import type { HandlersOf } from '../../../platform/handler.ts'
import { byId, subject } from '../../../platform/subject.ts'
import { maskCard } from '../../../rules/mask.ts'
import { shop } from '../../channels/table.ts'
import type { Contracts } from '../../endpoints.ts'
import { sysUser } from '../../identity/table.ts'
import { shopScope } from '../../orders/service/data-scope.ts'
import { type AccountRow, settleAccounts } from '../contract.ts'
import { accountCan } from '../rules/settle-account.ts'
import { type Account, type AccountValues, setAccount } from './account-change.ts'

/** 结算账户: entered by one person, in force when another one has checked it. */

export const accountSubject = subject({
  noun: 'settle_account',
  nameOf: ({ id }: Account) => id,
  lock: byId(settleAccount),
  shown: ({ holderName, bankName, isCorporate }) => ({ holderName, bankName, isCorporate }),
})

const accounts = defineList(settleAccounts.list, {
  table: settleAccount,
  scope: 'shop',
  filters: {
    shopId: is(settleAccount.shopId),
    accountKind: is(settleAccount.accountKind),
    status: is(settleAccount.status),
  },
  search: textIn(settleAccount.holderName, settleAccount.bankName),
  sorts: { createdAt: settleAccount.createdAt, auditAt: settleAccount.auditAt },
  async rows(ids): Promise<AccountRow[]> {
    const rows = await db()
      .select({ account: settleAccount, shopName: shop.name, auditByName: sysUser.name })
      .from(settleAccount)
      .innerJoin(shop, eq(shop.id, settleAccount.shopId))
      .leftJoin(sysUser, eq(sysUser.id, settleAccount.auditBy))
      .where(inArray(settleAccount.id, ids))
    return rows.map(({ account, ...names }) => ({
      ...account,
      ...names,
      accountNo: maskCard(account.accountNo),
    }))
  },
})

/** What the checker is shown: each value, and what stood there before. */
function linesOf(shopName: string, values: AccountValues, before: Account | undefined): ChangeLine[] {
  const line = (field: keyof AccountValues, kind: ChangeLine['kind']): ChangeLine => {
    const value = String(values[field])
    const was = before && String(before[field])
    return { field, kind, value, ...(was !== undefined && was !== value && { was }) }
  }
  return [
    { field: 'shop', kind: 'text', value: shopName },
    line('accountKind', 'accountKind'),
    line('holderName', 'text'),
    line('accountNo', 'number'),
    line('bankName', 'text'),
    line('isCorporate', 'yesNo'),
  ]
}

/** @throws 400 for a shop out of scope, 409 for an account that the shop has already, 422 while one waits */
async function save(
  { id: _id, shopId, reason, ...values }: ParsedInputOf<typeof settleAccounts.save>,
  call: Call,
  before: Account | undefined,
): Promise<{ id: number }> {
  const [place] = await db()
    .select({ name: shop.name })
    .from(shop)
    .where(and(eq(shop.id, before?.shopId ?? shopId), shopScope(call.actor)))
  if (!place) throw badInput({ shopId: 'refusals.shopOutsideScope' })
  const permit = before ? accountCan('change', before.status) : { ok: true as const }
  if (!permit.ok) throw refused(permit.reason)
  const same = and(
    eq(settleAccount.shopId, before?.shopId ?? shopId),
    eq(settleAccount.accountKind, values.accountKind),
    eq(settleAccount.accountNo, values.accountNo),
    ne(settleAccount.status, '已停用'),
    before && ne(settleAccount.id, before.id),
  )
  const [other] = await db().select({ id: settleAccount.id }).from(settleAccount).where(same).limit(1)
  if (other) throw taken('accounts.known')
  const id = before ? before.id : await addAccount(shopId, values, call)
  // What was refused was never in force: it is entered anew.
  if (before?.status === '驳回') await setAccount(id, { ...values, status: '待审核', auditNote: null }, call)
  else if (before) await setAccount(id, { status: '变更待审' }, call)
  const old = before && before.status !== '驳回' ? before : undefined
  await propose(
    'account',
    { aboutId: id, title: place.name, content: values, lines: linesOf(place.name, values, old), reason },
    call,
  )
  await audit({ object: `settle_account:${id}`, before: old, after: { ...values, reason } })
  return { id }
}

async function addAccount(shopId: number, values: AccountValues, { actor }: Call): Promise<number> {
  const [row] = await db()
    .insert(settleAccount)
    .values({ shopId, ...values, createdBy: actor.id })
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
