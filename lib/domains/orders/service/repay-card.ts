import { eq } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import { nameKey } from '../../../rules/clean-value.ts'
import type { CardHolder } from '../../customers/rules/bank-card.ts'
import { bankCard } from '../../customers/table.ts'
import type { EntryValues } from '../rules/entry/entry-values.ts'
import { entryOf } from './form-values.ts'
import type { Order } from './move-order.ts'

/** The card that an order pays with, and the people in whose name it can be. */

export type Card = typeof bankCard.$inferSelect

/** The card that counts; undefined where the order has none. */
export async function repayCardOf({ repayCardId }: Pick<Order, 'repayCardId'>): Promise<Card | undefined> {
  if (repayCardId === null) return undefined
  const [card] = await db().select().from(bankCard).where(eq(bankCard.id, repayCardId))
  return card
}

type Holder = { holder: CardHolder; name: string; idNo: string; mobile: string }

/** In whose name the card of an order can be (G10). */
export function holdersOf({ customer, spouse }: EntryValues): Holder[] {
  const people = [
    { holder: 'customer' as const, ...customer },
    { holder: 'spouse' as const, ...spouse },
  ]
  return people.flatMap(({ holder, name, idNo, mobile }) =>
    name === '' ? [] : [{ holder, name, idNo, mobile }],
  )
}

/** The person whose card it is; undefined for the card of somebody else. */
export const holderOf = (order: Order, { holderName }: Pick<Card, 'holderName'>): Holder | undefined =>
  holdersOf(entryOf(order)).find(({ name }) => nameKey(name) === nameKey(holderName ?? ''))
