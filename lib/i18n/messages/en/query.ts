import type { Shape } from '../../shape.ts'
import type zh from '../zh-CN/query.ts'

const query: Shape<typeof zh> = {
  releasedAt: 'Released on',
  financeAmount: 'Financed amount',
  empty: 'No orders to see',
  emptyHint: 'The orders you may see are listed here',
}

export default query
