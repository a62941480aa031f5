'use client'
import { EntrySections } from '@/components/order/entry-sections'
import { OrderScreen } from '@/components/order/order-screen'
import { QuoteFigures } from '@/components/order/quote-figures'
import { ReviewDesk } from '@/components/review/review-desk'
import { Section } from '@/components/ui/section'
import { call } from '@/lib/client/call'
import { q } from '@/lib/client/query'
import { reviews } from '@/lib/contracts/reviews'
import { useT } from '@/lib/i18n/use-t'
import { standardTemplate } from '@/lib/rules/order-entry/template'

/** 初审: pictures, the entry and the opinion of one order side by side. */
export function FirstReviewScreen() {
  const t = useT()
  return (
    <OrderScreen read={(orderId) => q(reviews.getFirst, { orderId })}>
      {(first) => (
        <ReviewDesk
          stage="first"
          data={first}
          read={[reviews.getFirst, { orderId: first.order.id }]}
          send={(decision) => call(reviews.decideFirst, decision)}
        >
          <Section title={t('details.quote')}>
            <QuoteFigures quote={first.quote} />
          </Section>
          <EntrySections order={first.order} values={first.values} template={standardTemplate} />
        </ReviewDesk>
      )}
    </OrderScreen>
  )
}
