'use client'
import { VerdictTag } from '@/components/order/verdict-tag'
import { PoolScreen, poolList } from '@/components/review/pool'
import { lazyPart } from '@/components/ui/lazy-part'
import { noValue } from '@/components/ui/texts'
import { fileCall } from '@/lib/client/download'
import { applications } from '@/lib/domains/orders/contract'
import { reviews } from '@/lib/domains/reviews/contract'

// The record beside the list comes with the first one that is opened there.
const beside = lazyPart<object>(
  () => import('../details/screen').then((file) => ({ default: file.PreReviewScreen })),
  ['forms', 'dialogs', 'lists', 'intake', 'records', 'entries'],
)

const pool = poolList({
  stage: 'pre',
  beside,
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
  exportFile: (filter, columns) => fileCall(applications.exportList, { ...filter, list: 'pre', columns }),
})

/** 预审池 and 我的预审. */
export const PrePoolScreen = () => <PoolScreen stage="pre" list={pool} />
