import { and, asc, eq, inArray } from 'drizzle-orm'
import { settleAccount } from '../../../platform/changes/table.ts'
import { db } from '../../../platform/db/client.ts'
import { bankCard } from '../../customers/table.ts'
import { templateOf } from '../../orders/rules/entry/templates.ts'
import type { Order } from '../../orders/service/move-order.ts'
import { payableStates } from '../../settle-accounts/rules/settle-account.ts'
import { dictItem } from '../../system/table.ts'
import type { PayeeKind } from '../rules/disbursement.ts'

/**
 * The payee: the shop, to an account that a second person has checked (domain.md 2.8), or of a car that the customer
 * has himself the customer, to the card that his bank has confirmed. Nothing else is offered, and nothing else is paid.
 */

export type Payee = {
  kind: PayeeKind
  id: number
  name: string
  account: string
  /** 开户行 as the bank that pays is told it. */
  bank: string
  /** Code of a card's bank, which was told before: what was made so is still paid to the same card. */
  bankCode?: string | null
}

/** A payee as a payment names it. */
export type PaidTo = {
  payeeKind: PayeeKind
  payeeId: number
  payeeName: string
  payeeAccount: string
  payeeBank: string
}

/** The account is still one that may be paid, and the very one that was shown. */
export function isPayable(payees: readonly Payee[], ...shown: PaidTo[]): boolean {
  return shown.every(({ payeeKind, payeeId, payeeName, payeeAccount, payeeBank }) =>
    payees.some(
      ({ kind, id, name, account, bank, bankCode }) =>
        kind === payeeKind &&
        id === payeeId &&
        name === payeeName &&
        account === payeeAccount &&
        (bank === payeeBank || bankCode === payeeBank),
    ),
  )
}

export async function payeesOf(order: Paid): Promise<Payee[]> {
  return (await payeesFor([order]))(order)
}

type Paid = Pick<Order, 'templateCode' | 'repayCardId' | 'shopId'>

/** Those of many orders, each of which is asked for then. */
export async function payeesFor(orders: readonly Paid[]): Promise<(order: Paid) => Payee[]> {
  const { own = [], sold = [] } = Object.groupBy(orders, (order) => (isOwn(order) ? 'own' : 'sold'))
  const cards = own.length === 0 ? [] : await boundCards(own.flatMap(({ repayCardId }) => repayCardId ?? []))
  const accounts = sold.length === 0 ? [] : await auditedAccounts(sold.map(({ shopId }) => shopId))
  return (order) =>
    isOwn(order)
      ? cards.filter(({ card }) => card.id === order.repayCardId).map(cardPayee)
      : accounts.filter(({ shopId }) => shopId === order.shopId).map(accountPayee)
}

const isOwn = (order: Paid) => templateOf(order).guards.ownCar

const boundCards = (ids: readonly number[]) =>
  db()
    .select({ card: bankCard, bankName: dictItem.label })
    .from(bankCard)
    .leftJoin(dictItem, and(eq(dictItem.type, 'bank'), eq(dictItem.code, bankCard.bankCode)))
    .where(and(inArray(bankCard.id, [...new Set(ids)]), eq(bankCard.bindStatus, '已绑定')))

const auditedAccounts = (shopIds: readonly number[]) =>
  db()
    .select()
    .from(settleAccount)
    .where(
      and(
        inArray(settleAccount.shopId, [...new Set(shopIds)]),
        eq(settleAccount.accountKind, 'payee'),
        inArray(settleAccount.status, [...payableStates]),
      ),
    )
    .orderBy(asc(settleAccount.id))

const cardPayee = ({ card, bankName }: Awaited<ReturnType<typeof boundCards>>[number]): Payee => {
  const { id, holderName, cardNo, bankCode, bankBranch } = card
  const bank = bankBranch ?? bankName ?? bankCode ?? ''
  return { kind: 'card', id, name: holderName ?? '', account: cardNo, bank, bankCode }
}

const accountPayee = ({ id, holderName, accountNo, bankName }: typeof settleAccount.$inferSelect): Payee => ({
  kind: 'account',
  id,
  name: holderName,
  account: accountNo,
  bank: bankName,
})

/** The company's own accounts: a dictionary, so that a tenant adds one without a program. */
export const payersOf = (): Promise<{ code: string; label: string }[]> =>
  db()
    .select({ code: dictItem.code, label: dictItem.label })
    .from(dictItem)
    .where(and(eq(dictItem.type, 'payer_account'), eq(dictItem.enabled, true)))
    .orderBy(asc(dictItem.sort), asc(dictItem.id))
