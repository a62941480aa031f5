import { callOutside } from '../../../platform/outside/outbox.ts'
import { paperHashes } from '../../materials/service/paper-hashes.ts'
import type { Order } from '../../orders/service/move-order.ts'
import type { CapitalOrder, Funder } from './capital-record.ts'

/** The number and the round of a push are its key: however often it is sent or asked for, the funder looks at it once. */
export const keyOf = ({ pushNo, round }: Pick<CapitalOrder, 'pushNo' | 'round'>) => `${pushNo}/${round}`
export const cancelKeyOf = ({ pushNo }: Pick<CapitalOrder, 'pushNo'>) => `${pushNo}/cancel`

export async function askFunder(
  kind: 'push' | 'cancel',
  row: CapitalOrder,
  funder: Funder,
  order: Order,
): Promise<void> {
  const { orderNo, customerName: name, idNo, mobile, approvedTerm, term } = order
  await callOutside(
    'funder',
    {
      kind,
      funder: funder.code,
      pushNo: row.pushNo,
      round: row.round,
      orderNo,
      amount: row.amount,
      term: approvedTerm ?? term ?? 0,
      ...(kind === 'push'
        ? { name, idNo, mobile, papers: await paperHashes(order, 'capital') }
        : { papers: [] }),
    },
    {
      key: kind === 'push' ? keyOf(row) : cancelKeyOf(row),
      about: { type: kind === 'push' ? 'funder' : 'funderCancel', id: row.id },
    },
  )
}
