'use client'
import { OrderScreen } from '@/components/order/order-screen'
import { ReviewDesk } from '@/components/review/review-desk'
import { call } from '@/lib/client/call'
import { q } from '@/lib/client/query'
import { reviews } from '@/lib/domains/reviews/contract'
import { Facts } from './_parts/facts'

/** 预审: pictures, facts and the opinion of one order side by side. */
export function PreReviewScreen() {
  return (
    <OrderScreen read={(orderId) => q(reviews.getPre, { orderId })}>
      {(pre) => (
        <ReviewDesk
          stage="pre"
          data={pre}
          read={[reviews.getPre, { orderId: pre.order.id }]}
          send={(decision) => call(reviews.decidePre, decision)}
        >
          <Facts pre={pre} />
        </ReviewDesk>
      )}
    </OrderScreen>
  )
}
