import { type ReviewStage, stageOf } from '../domains/orders/rules/order-states.ts'
import { href, type RouteKey } from '../routes.ts'

/** The page where the orders of a review stage wait, and the page where one of them is reviewed. */
type Place = { pool: RouteKey; review: RouteKey }

const places: Readonly<Partial<Record<ReviewStage, Place>>> = {
  pre: { pool: 'preReviewPool', review: 'preReview' },
  first: { pool: 'firstReview', review: 'firstReviewDetails' },
  risk: { pool: 'riskPool', review: 'riskApproval' },
}

/** Undefined while a stage has no screen. */
export const reviewPlace = (stage: ReviewStage): Place | undefined => places[stage]

/** The address of an order's review in the stage that it waits in; its progress where there is none. */
export function reviewHref({ id: orderId, status }: { id: number; status: string }): string {
  const stage = stageOf(status)
  const place = stage && places[stage]
  return href(place?.review ?? 'reviewProgress', { orderId })
}
