import type { MessageKey } from '@/lib/i18n/translator'
import { overviewParameter } from './overview-parameter'

/** The slot of a list whose rows are of orders: `peek: orderPeek`, or of rows that name theirs. */
export const orderPeekOf = <Row>(orderIdOf: (row: Row) => number) => ({
  label: 'details.overview' as MessageKey,
  query: (row: Row) => ({ [overviewParameter]: String(orderIdOf(row)) }),
})
export const orderPeek = orderPeekOf(({ id }: { id: number }) => id)
