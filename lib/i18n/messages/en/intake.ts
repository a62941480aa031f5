import type { Shape } from '../../shape.ts'
import type zh from '../zh-CN/intake.ts'

const intake: Shape<typeof zh> = {
  create: 'New intake',
  createdAt: 'Created on',
  empty: 'No intakes yet',
  emptyHint: 'New intakes appear here, to be completed and submitted to pre-review',
  historyDate: 'Entered on',
  historyEmpty: 'No reviews yet',
  historyEmptyHint: 'Once an order is submitted, who handled each stage, when and how is listed here',
  pending: 'Pending',
}

export default intake
