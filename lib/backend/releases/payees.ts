import { and, asc, eq, inArray } from 'drizzle-orm'
import type { PayeeKind } from '../../rules/disbursement.ts'
import { templateOf } from '../../rules/order-entry/templates.ts'
import { payableStates } from '../../rules/settle-account.ts'
import type { Order } from '../applications/move-order.ts'
import { db } from '../db/client.ts'
import { settleAccount } from '../db/schema/changes.ts'
import { bankCard } from '../db/schema/customers.ts'
import { dictItem } from '../db/schema/system.ts'

/**
 * Who is paid: the shop, to an account that a second person has checked (domain.md 2.8), or of a car that the customer
 * has himself the customer, to the card that his bank has confirmed. Nothing else is offered, and nothing else is paid.
 */

export type Payee = { kind: PayeeKind; id: number; name: string; account: string; bank: string }

export async function payeesOf(
  order: Pick<Order, 'templateCode' | 'repayCardId' | 'shopId'>,
): Promise<Payee[]> {
  if (templateOf(order).guards.ownCar) {
    const cards = await db()
      .select()
      .from(bankCard)
      .where(and(eq(bankCard.id, order.repayCardId ?? 0), eq(bankCard.bindStatus, '已绑定')))
    return cards.map(({ id, holderName, cardNo, bankCode, bankBranch }) => ({
      ...{ kind: 'card', id, name: holderName ?? '', account: cardNo },
      bank: bankBranch ?? bankCode ?? '',
    }))
  }
  const accounts = await db()
    .select()
    .from(settleAccount)
    .where(
      and(
        eq(settleAccount.shopId, order.shopId),
        eq(settleAccount.accountKind, 'payee'),
        inArray(settleAccount.status, [...payableStates]),
      ),
    )
    .orderBy(asc(settleAccount.id))
  return accounts.map(({ id, holderName, accountNo, bankName }) => ({
    ...{ kind: 'account', id, name: holderName, account: accountNo, bank: bankName },
  }))
}

/** The company's own accounts: a dictionary, so that a tenant adds one without a program. */
export const payersOf = (): Promise<{ code: string; label: string }[]> =>
  db()
    .select({ code: dictItem.code, label: dictItem.label })
    .from(dictItem)
    .where(and(eq(dictItem.type, 'payer_account'), eq(dictItem.enabled, true)))
    .orderBy(asc(dictItem.sort), asc(dictItem.id))
