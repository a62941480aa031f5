import { verb } from '@/components/verb/verb'
import { capitalOrders } from '@/lib/domains/capital/contract'
import { type CapitalFacts, capitalCan } from '@/lib/domains/capital/rules/capital-order'

/** An order that goes to a funder, on its list and on its page. */
export type PushedOrder = Omit<CapitalFacts, 'orderStatus' | 'funded'> & {
  id: number
  rowVersion: number
  status: string
  customerName: string
  capitalName: string | null
}

/** 推送, for the first time and with what the funder missed. */
export const pushVerb = (permissions: readonly string[]) =>
  verb(capitalOrders.push, {
    label: 'capitalOrders.push',
    main: true,
    of: ({ status }: PushedOrder) => status === 'preparing',
    permit: (row) => capitalCan('push', { ...row, funded: true, orderStatus: row.status }, permissions),
    name: ({ customerName }) => customerName,
    words: ({ customerName, capitalName }) => ({ name: customerName, funder: capitalName ?? '' }),
    ask: 'capitalOrders.pushTitle',
    note: 'capitalOrders.pushNote',
    input: ({ id }) => ({ orderId: id }),
    many: 'capitalOrders.pushMany',
    done: 'capitalOrders.pushed',
  })
