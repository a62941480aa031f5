'use client'
import { VerdictTag } from '@/components/order/verdict-tag'
import { PoolScreen, poolList } from '@/components/review/pool'
import { lazyPart } from '@/components/ui/lazy-part'
import { StatusTag } from '@/components/ui/status-tag'
import { noValue } from '@/components/ui/texts'
import { fileCall } from '@/lib/client/download'
import { codeOptions } from '@/lib/client/options'
import { telStates, telTargets } from '@/lib/domains/configuration/rules/tel-check'
import { type FirstRow, reviews } from '@/lib/domains/reviews/contract'
import { useT } from '@/lib/i18n/use-t'

// The record beside the list comes with the first one that is opened there.
const beside = lazyPart<object>(
  () => import('../tdetails/screen').then((file) => ({ default: file.FirstReviewScreen })),
  ['forms', 'dialogs', 'lists', 'intake', 'records', 'entries', 'visits', 'cards'],
)

const pool = poolList({
  stage: 'first',
  beside,
  endpoint: reviews.firstList,
  title: 'routes.firstReview',
  filters: [
    { kind: 'select', name: 'tel', label: 'tel.title', options: codeOptions('tel.state', telStates) },
    {
      kind: 'select',
      name: 'telWaits',
      label: 'tel.waitsFor',
      options: codeOptions('tel.target', telTargets),
    },
  ],
  columns: [
    {
      key: 'riskHint',
      width: 88,
      card: true,
      cell: ({ riskHint }) => (riskHint ? <VerdictTag word={riskHint} /> : noValue),
    },
    {
      key: 'tel',
      label: 'tel.title',
      width: 136,
      card: true,
      same: ({ tel }) => tel === 'done',
      cell: ({ tel }) => <Called tel={tel} />,
    },
    { key: 'term', kind: 'number', width: 64 },
    { key: 'monthlyPayment', kind: 'money', width: 108 },
  ],
  exportFile: (filter, columns) => fileCall(reviews.exportFirst, { ...filter, columns }),
})

/** 初审池 and 我的初审. */
export const FirstPoolScreen = () => <PoolScreen stage="first" list={pool} />

/** The number of people to be called who are reached, and who is not. */
function Called({ tel: { done, count, waits } }: Pick<FirstRow, 'tel'>) {
  const t = useT()
  if (waits.length === 0) return <StatusTag tone="passed">{t('tel.state.done')}</StatusTag>
  const names = waits.map((target) => t(`tel.target.${target}`)).join(t('ui.separator'))
  return t('tel.stillWaits', { done, count, names })
}
