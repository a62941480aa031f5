import { verb } from '@/components/verb/verb'
import { capitalOrders } from '@/lib/domains/capital/contract'
import { capitalCan, capitalLimits, isAgreed } from '@/lib/domains/capital/rules/capital-order'
import type { PushedOrder } from './push-verb'

/** 资方撤销: the funder has taken its consent back. */
export const withdrawVerb = (permissions: readonly string[]) =>
  verb(capitalOrders.withdraw, {
    label: 'capitalOrders.withdraw',
    tone: 'danger',
    of: ({ capitalStatus }: PushedOrder) => isAgreed(capitalStatus),
    permit: (row) => capitalCan('withdraw', { ...row, funded: true, orderStatus: row.status }, permissions),
    name: ({ customerName }) => customerName,
    words: ({ customerName, capitalName }) => ({ name: customerName, funder: capitalName ?? '' }),
    ask: 'capitalOrders.withdrawTitle',
    note: 'capitalOrders.withdrawNote',
    fields: {
      reason: {
        kind: 'text',
        label: 'capitalOrders.withdrawReason',
        required: true,
        maxLength: capitalLimits.reason,
      },
    },
    input: ({ id }, { reason }) => ({ orderId: id, reason }),
    done: 'capitalOrders.withdrawn',
  })
