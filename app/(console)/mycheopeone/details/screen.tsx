'use client'
import { OrderScreen } from '@/components/order/order-screen'
import { ReviewDesk } from '@/components/review/review-desk'
import { call } from '@/lib/client/call'
import { q } from '@/lib/client/query'
import { reviews } from '@/lib/contracts/reviews'
import { intakeSections } from '@/lib/rules/order-entry/intake'
import { Facts } from './_parts/facts'

const intakePaths = Object.values(intakeSections).flatMap(({ name, fields }) =>
  fields.map((field) => `${name}.${field.name}`),
)

/** 预审: pictures, facts and the opinion of one order side by side. */
export function PreReviewScreen() {
  return (
    <OrderScreen read={(orderId) => q(reviews.getPre, { orderId })}>
      {(pre) => (
        <ReviewDesk
          stage="pre"
          data={pre}
          read={[reviews.getPre, { orderId: pre.order.id }]}
          fields={intakePaths}
          send={(decision) => call(reviews.decidePre, decision)}
        >
          <Facts pre={pre} />
        </ReviewDesk>
      )}
    </OrderScreen>
  )
}
