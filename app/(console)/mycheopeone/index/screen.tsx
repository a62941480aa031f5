'use client'
import { VerdictTag } from '@/components/order/verdict-tag'
import { PoolScreen, poolList } from '@/components/review/pool'
import { noValue } from '@/components/ui/texts'
import { download } from '@/lib/client/download'
import { applications } from '@/lib/domains/orders/contract'
import { reviews } from '@/lib/domains/reviews/contract'

const pool = poolList({
  stage: 'pre',
  endpoint: reviews.preList,
  title: 'routes.preReviewPool',
  columns: [
    {
      key: 'riskHint',
      width: 96,
      card: true,
      cell: ({ riskHint }) => (riskHint ? <VerdictTag word={riskHint} /> : noValue),
    },
  ],
  exportFile: (filter, columns) => download(applications.exportList, { ...filter, list: 'pre', columns }),
})

/** 预审池 and 我的预审. */
export const PrePoolScreen = () => <PoolScreen stage="pre" list={pool} />
