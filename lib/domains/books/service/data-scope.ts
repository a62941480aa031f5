import { inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { quickSearch } from '../../../platform/db/quick-search.ts'
import { glLine, glVoucher } from '../../ledger/table.ts'
import { loanAccount } from '../../loans/table.ts'
import { orderScope } from '../../orders/service/data-scope.ts'
import { application } from '../../orders/table.ts'

/** Whoever sees some of the orders sees of the books what is theirs. */

const ordersOf = (where: SQL | undefined) =>
  db().select({ id: application.id }).from(application).where(where)

/** The lines of the vouchers that the caller may see. */
export function linesInScope({ actor }: Pick<Call, 'actor'>): SQL | undefined {
  const seen = orderScope(actor)
  return (
    seen &&
    inArray(
      glLine.voucherId,
      db()
        .select({ id: glVoucher.id })
        .from(glVoucher)
        .where(inArray(glVoucher.orderId, ordersOf(seen))),
    )
  )
}

/** A search for the orders of rows, or for the beginning of the number of a loan of theirs. */
export async function searchOrders(orderId: PgColumn, q: string): Promise<SQL | undefined> {
  const number = q.toUpperCase()
  if (/^L\d+$/.test(number))
    return inArray(
      orderId,
      db()
        .select({ id: loanAccount.orderId })
        .from(loanAccount)
        .where(sql`starts_with(${loanAccount.loanNo}, ${number})`),
    )
  const found = await quickSearch(q)
  return found && inArray(orderId, ordersOf(found.where))
}
