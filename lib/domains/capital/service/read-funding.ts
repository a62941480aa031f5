import { desc, eq } from 'drizzle-orm'
import { handedIn } from '../../../platform/changes/handed-in.ts'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { capital } from '../../channels/table.ts'
import { sysUser } from '../../identity/table.ts'
import type { Order } from '../../orders/service/move-order.ts'
import type { FundingView } from '../contract.ts'
import { capitalOrder } from '../table.ts'
import { fundingOf, pushAmount } from './capital-record.ts'

/** 资方审核 of an order: where it stands with its funder, and every push there was. */
export async function readFunding(order: Order, call: Call): Promise<FundingView> {
  const { funder, facts } = await fundingOf(order, call)
  const rows = await db()
    .select({ row: capitalOrder, capitalName: capital.name, pushedByName: sysUser.name })
    .from(capitalOrder)
    .innerJoin(capital, eq(capital.id, capitalOrder.capitalId))
    .leftJoin(sysUser, eq(sysUser.id, capitalOrder.pushedBy))
    .where(eq(capitalOrder.orderId, order.id))
    .orderBy(desc(capitalOrder.id))
    .limit(50)
  const proofs = await handedIn(
    'funder',
    rows.map(({ row }) => row.id),
  )
  return {
    capitalName: funder?.name ?? null,
    cutoffTime: funder?.cutoffTime ?? null,
    capitalStatus: facts.capitalStatus,
    online: facts.online,
    silent: facts.silent,
    late: facts.late,
    checking: facts.checking,
    amount: pushAmount(order),
    orders: rows.map(({ row, ...names }) => ({
      ...row,
      ...names,
      proofName: proofs.get(row.id)?.name ?? null,
    })),
  }
}
