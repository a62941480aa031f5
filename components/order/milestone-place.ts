import { type MilestoneCode, workersOf } from '@/lib/domains/identity/rules/milestones'
import { href } from '@/lib/routes'

/** The order whose milestone it is. */
export type MilestoneOrder = { id: number; orderNo: string }

const places: Readonly<Record<MilestoneCode, (order: MilestoneOrder) => string>> = {
  // Before somebody is interviewed there is no page of the interview.
  video: ({ orderNo }) => href('interviewList', { q: orderNo }),
  card: ({ id }) => href('cardCase', { orderId: id }),
  econtract: ({ id }) => href('contractCase', { orderId: id }),
  first_payment: ({ id }) => href('firstPaymentCase', { orderId: id }),
  gps: ({ id }) => href('gpsFittingCase', { orderId: id }),
  insurance: ({ id }) => href('insuranceMaterialsDetails', { orderId: id }),
  mortgage: ({ id }) => href('mortgageMaterialsDetails', { orderId: id }),
  funder: ({ id }) => href('capitalMaterialsDetails', { orderId: id }),
}

/** The page where a milestone of an order is reached, for who works on it; null for everybody else. */
export const milestonePlace = (
  code: MilestoneCode,
  order: MilestoneOrder,
  permissions: readonly string[],
): string | null => (workersOf(code).some((one) => permissions.includes(one)) ? places[code](order) : null)
