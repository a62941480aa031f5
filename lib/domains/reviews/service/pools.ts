import { and, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { type Condition, from, is, longerThanDays, to } from '../../../platform/db/list-conditions.ts'
import { shop } from '../../channels/table.ts'
import { type ReviewStage, reviewStages } from '../../orders/rules/order-states.ts'
import { orderFile, orders } from '../../orders/service/list-orders.ts'
import { readOrderRows } from '../../orders/service/order-rows.ts'
import { application } from '../../orders/table.ts'
import { type FirstRow, reviews } from '../contract.ts'
import { readTelStates, telFilters } from './tel-state.ts'

/**
 * The pools of the review (domain.md 3.5): the orders that wait in a stage, unclaimed, one's own and those of others. A
 * stage is its line here; it may have filters, sorts and columns beside those of all.
 */

const { createdAt, stageEnteredAt, appliedAmount } = application

type Claim = 'unclaimed' | 'mine' | 'claimed'
const byClaim: Condition<Claim> = (claim, { actor }) =>
  ({
    unclaimed: isNull(application.claimedBy),
    mine: eq(application.claimedBy, actor.id),
    claimed: and(isNotNull(application.claimedBy), ne(application.claimedBy, actor.id)),
  })[claim]

const shopsIn = (region: string) =>
  db().select({ id: shop.id }).from(shop).where(sql`${region} = any(${shop.region})`)

const inRegion: Condition<string> = (province) => inArray(application.shopId, shopsIn(province))

export const pool = (stage: ReviewStage) => ({
  ...orders,
  only: () => eq(application.status, reviewStages[stage].status),
  filters: {
    claim: byClaim,
    productId: is(application.productId),
    branchId: is(application.branchId),
    province: inRegion,
    enteredFrom: from(stageEnteredAt),
    enteredTo: to(stageEnteredAt),
    stayDays: longerThanDays(stageEnteredAt),
  },
  sorts: { stageEnteredAt, createdAt, appliedAmount },
})

export const preReviews = defineList(reviews.preList, pool('pre'))
export const firstReviews = defineList(reviews.firstList, {
  ...pool('first'),
  filters: { ...pool('first').filters, ...telFilters },
  rows: readFirstRows,
})

async function readFirstRows(ids: number[]): Promise<FirstRow[]> {
  const [orders, states] = [await readOrderRows(ids), await readTelStates(ids)]
  return orders.flatMap((order) => {
    const tel = states.get(order.id)
    return tel ? [{ ...order, tel }] : []
  })
}

/** Each of them as a file. */
export const poolFiles = {
  pre: preReviews.file(orderFile('pre')),
  first: firstReviews.file(
    orderFile<FirstRow>('first', {
      tel: { title: say('tel.title'), value: ({ tel }) => `${tel.done}/${tel.count}` },
    }),
  ),
}
