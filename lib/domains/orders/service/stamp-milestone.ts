import { eq } from 'drizzle-orm'
import { type By, type Call, runningCall, withCall } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { systemCall } from '../../../platform/system-call.ts'
import { capital } from '../../channels/table.ts'
import { type MilestoneCode, milestones } from '../../identity/rules/milestones.ts'
import { closedGates, gatesOf, isFunded } from '../rules/release-gates.ts'
import type { application } from '../table.ts'
import { moveOrder, type Order, statusOf, updateOrder } from './move-order.ts'

/** T20, and what follows from it: with its last gate an order is ready for the release (T26), without one no more (T27). */

type Stamp = {
  /** Other columns of the order that change with it. */
  set?: Partial<typeof application.$inferInsert>
  /** Everything that the timeline says of it. */
  opinion?: string
}

/**
 * Sets or clears a milestone of a locked order. While its release is prepared, or waited for, that is an event of the
 * order's machine; elsewhere it is the stamp alone.
 *
 * @param at when it was reached; null clears it
 */
export async function stampMilestone(
  order: Order,
  code: MilestoneCode,
  at: string | null,
  by: By,
  { set, opinion }: Stamp = {},
): Promise<Order> {
  const { field } = milestones[code]
  const stamped = { ...set, [field]: at }
  const status = statusOf(order)
  const event = at === null ? 'milestone_clear' : 'milestone_set'
  const isEvent =
    (order[field] === null) !== (at === null) &&
    (status === 'preparing' || (status === 'wait_release' && event === 'milestone_clear'))
  if (!isEvent) return same(order, stamped) ? order : updateOrder(order, by, stamped)
  return asCall(order, by, async (call) => {
    // Whoever may do what lights it was asked by whatever did.
    const bySystem = !call.actor.permissions.has('order:milestone')
    const moved = await moveOrder(order, call, { event, bySystem, set: stamped, ...(opinion && { opinion }) })
    if (event === 'milestone_set') return checkReady(moved, call)
    const gates = await orderGates(moved)
    if (status !== 'wait_release' || !gates.includes(code)) return moved
    return moveOrder(moved, call, { event: 'unready', bySystem: true })
  })
}

/** T26: an order in 放款准备 whose gates are all open goes on to the release. Any other stays as it is. */
export async function checkReady(order: Order, call: Call): Promise<Order> {
  if (statusOf(order) !== 'preparing') return order
  if (closedGates(order, await orderGates(order)).length > 0) return order
  return moveOrder(order, call, { event: 'ready', bySystem: true })
}

/** T27: one that came back to 待放款 while a gate of it had closed goes on to 放款准备. Any other stays as it is. */
export async function checkUnready(order: Order, call: Call): Promise<Order> {
  if (statusOf(order) !== 'wait_release') return order
  if (closedGates(order, await orderGates(order)).length === 0) return order
  return moveOrder(order, call, { event: 'unready', bySystem: true })
}

/** The milestones that gate the release of an order. */
export const orderGates = async (
  order: Pick<Order, 'templateCode' | 'capitalId'>,
): Promise<MilestoneCode[]> =>
  gatesOf({ templateCode: order.templateCode, funded: await isFundedOrder(order) })

/** True where somebody else than the company itself pays. */
export async function isFundedOrder({ capitalId }: Pick<Order, 'capitalId'>): Promise<boolean> {
  if (capitalId === null) return false
  const [funder] = await db().select({ kind: capital.kind }).from(capital).where(eq(capital.id, capitalId))
  return isFunded(funder?.kind)
}

const same = (order: Order, set: Partial<Order>) =>
  Object.entries(set).every(([name, value]) => order[name as keyof Order] === value)

/** Everything that answers of others and jobs change is changed in the system's name. */
function asCall<T>(order: Order, by: By, run: (call: Call) => Promise<T>): Promise<T> {
  const running = runningCall()
  if (running && running.actor.id === by.actor.id) return run(running)
  const call = systemCall(order.tenantId, by.now)
  return withCall(call, () => run(call))
}
