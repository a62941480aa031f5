import { say } from '../../../i18n/say.ts'
import type { MessageKey } from '../../../i18n/translator.ts'
import { formatMoney, formatPercent } from '../../../rules/money-text.ts'
import type { FunderObstacle } from '../rules/capital-order.ts'
import type { Funder } from './capital-record.ts'

/** The reason why a funder does not take an order, and what can be done about it. */
export function obstacleText(funder: Pick<Funder, 'name'>, { key, params }: FunderObstacle): string {
  const shown = Object.entries(params).map(([name, value]) => [name, shows[key]?.(String(value)) ?? value])
  return say(`capitalOrders.obstacles.${key}`, { funder: funder.name, ...Object.fromEntries(shown) })
}

const shows: Partial<Record<FunderObstacle['key'], (value: string) => string>> = {
  mode: (value) => say(`capitalOrders.coopModes.${value}` as MessageKey),
  share: (value) => formatPercent(value),
  apr: (value) => formatPercent(value),
  credit: formatMoney,
  daily: formatMoney,
}
