import { reviewReasonItems } from '../../configuration/rules/review-reasons.ts'

/** The reason why an order is returned or rejected, by code. */
const reviewReasons: Readonly<Record<string, string>> = Object.fromEntries(
  reviewReasonItems.map(({ code, label }) => [code, label]),
)

export default reviewReasons
