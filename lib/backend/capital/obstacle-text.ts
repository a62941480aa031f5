import type { FunderObstacle } from '../../rules/capital-order.ts'
import { formatMoney } from '../../rules/money-text.ts'
import { say } from '../language.ts'
import type { Funder } from './capital-record.ts'

/** Why a funder does not take an order, and what can be done about it. */
export function obstacleText(funder: Funder, { key, params }: FunderObstacle): string {
  const { left, amount, ...others } = params
  return say(`capitalOrders.obstacles.${key}`, {
    ...{ funder: funder.name, ...others },
    ...(left !== undefined && { left: formatMoney(String(left)), amount: formatMoney(String(amount)) }),
  })
}
