'use client'

import { productOptions, shopOptions } from '@/components/order/order-options'
import { codeOptions, workOptions } from '@/lib/client/options'
import {
  hasPassed,
  isInReview,
  type SetStatus,
  setStatuses,
} from '@/lib/domains/materials/rules/material-sets'
import type { T } from '@/lib/i18n/translator'
import { SetStateTag } from './set-state'

/** Everything that the lists of papers have in common. */

export const stateFilter = {
  kind: 'select',
  name: 'setStatus',
  label: 'papers.status',
  options: codeOptions('papers.statuses', setStatuses),
} as const
/** The same where the papers are the work of the list: what has passed is left out. */
export const workFilter = {
  ...stateFilter,
  options: workOptions('papers.statuses', setStatuses),
  standard: 'open',
} as const
export const placeFilters = [
  { kind: 'select', name: 'productId', options: productOptions },
  { kind: 'select', name: 'shopId', options: shopOptions },
] as const

export const stateColumns = [
  {
    key: 'setStatus',
    label: 'papers.status',
    width: 104,
    card: true,
    cell: ({ setStatus }: { setStatus: SetStatus }) => <SetStateTag status={setStatus} />,
  },
  {
    key: 'percent',
    label: 'papers.percent',
    kind: 'number',
    width: 80,
    card: true,
    cell: ({ percent }: { percent: number }) => `${percent}%`,
  },
] as const

export const reviewColumns = [
  { key: 'submitAt', label: 'papers.submitAt', kind: 'dateTime', width: 136 },
  { key: 'reviewerName', label: 'papers.reviewer', width: 96 },
  { key: 'reviewAt', label: 'papers.reviewAt', kind: 'dateTime', width: 136, hidden: true },
  { key: 'stageEnteredAt', kind: 'dateTime', width: 136, sort: true },
] as const

/** Everything that the row is opened for. */
export const openLabel = (status: SetStatus, mayReview: boolean, t: T): string => {
  if (isInReview(status)) return t(mayReview ? 'papers.review' : 'papers.open')
  return t(hasPassed(status) ? 'papers.open' : 'papers.upload')
}
