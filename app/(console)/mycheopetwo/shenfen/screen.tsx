'use client'
import { PoolScreen, poolList } from '@/components/review/pool'
import { download } from '@/lib/client/download'
import { applications } from '@/lib/contracts/applications'
import { reviews } from '@/lib/contracts/reviews'

const pool = poolList({
  stage: 'first',
  endpoint: reviews.firstList,
  title: 'routes.firstReview',
  columns: [
    { key: 'term', kind: 'number', width: 64 },
    { key: 'monthlyPayment', kind: 'money', width: 108 },
  ],
  exportFile: (filter, columns) => download(applications.exportList, { ...filter, list: 'first', columns }),
})

/** 初审池 and 我的初审. */
export const FirstPoolScreen = () => <PoolScreen stage="first" list={pool} />
