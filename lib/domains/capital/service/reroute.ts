import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { badInput } from '../../../platform/errors.ts'
import { byName } from '../../../rules/by-name.ts'
import { capital } from '../../channels/table.ts'
import { liveStatuses } from '../../contracts/rules/contract-kinds.ts'
import { voidContracts } from '../../contracts/service/void-contracts.ts'
import { contract } from '../../contracts/table/contracts.ts'
import { endFormerPapers } from '../../materials/service/former-papers.ts'
import { isFunded } from '../../orders/rules/release-gates.ts'
import { holdersOf } from '../../orders/service/holders.ts'
import { movedAnswer, moveOrder, type Order } from '../../orders/service/move-order.ts'
import { findOrder } from '../../orders/service/read-order.ts'
import { product } from '../../products/table.ts'
import { requireUndisputed } from '../../releases/service/release-record.ts'
import type { capitalOrders } from '../contract.ts'
import { capitalOrder } from '../table.ts'
import { cancelCapitalOrder } from './cancel.ts'
import { type Funder, fundingOf, requireCapitalStep } from './capital-record.ts'
import { obstacleOf } from './funder-limits.ts'
import { obstacleText } from './obstacle-text.ts'
import { tellOfOrder } from './tell-capital.ts'

type Candidate = { funder: Funder; obstacle: string | null }

/** Funders of the order's product in its order, of one that names none all, each with why it does not take the order. */
async function candidates(order: Order, call: Call): Promise<Candidate[]> {
  const [sold] = await db()
    .select({ capitalIds: product.capitalIds })
    .from(product)
    .where(eq(product.id, order.productId ?? 0))
  const allowed = sold?.capitalIds ?? []
  const rows = await db()
    .select()
    .from(capital)
    .where(allowed.length > 0 ? inArray(capital.id, allowed) : undefined)
    .orderBy(asc(capital.id))
    .limit(100)
  const place = ({ id }: Funder) => (allowed.includes(id) ? allowed.indexOf(id) : allowed.length)
  const funders = rows
    .filter(({ kind }) => isFunded(kind))
    .sort((a, b) => place(a) - place(b) || byName(a, b))
  const refusedBy = await db()
    .select({ capitalId: capitalOrder.capitalId, reply: capitalOrder.reply })
    .from(capitalOrder)
    .where(and(eq(capitalOrder.orderId, order.id), eq(capitalOrder.status, '拒绝')))
    .orderBy(desc(capitalOrder.id))
  const found: Candidate[] = []
  for (const funder of funders) {
    const rejected = refusedBy.find(({ capitalId }) => capitalId === funder.id)
    if (rejected)
      found.push({ funder, obstacle: say('capitalOrders.hasRejected', { reply: rejected.reply ?? '' }) })
    else if (funder.id === order.capitalId) found.push({ funder, obstacle: say('capitalOrders.isOwn') })
    else {
      const obstacle = await obstacleOf(funder, order, call)
      found.push({ funder, obstacle: obstacle && obstacleText(funder, obstacle) })
    }
  }
  return found
}

export async function readFunders(
  { orderId }: { orderId: number },
  call: Call,
): Promise<OutputOf<typeof capitalOrders.funders>> {
  const order = await findOrder(orderId, call)
  const found = await candidates(order, call)
  return found.map(({ funder: { id, name }, obstacle }) => ({ id, name, obstacle }))
}

/**
 * 重新路由 (T25), after a rejection or where the funder cannot be pushed to. The contracts are one set that was agreed with the former funder: all are void, and are made and signed
 * again; so are the papers that name it.
 */
export async function reroute(
  { capitalId, reason }: ParsedInputOf<typeof capitalOrders.reroute>,
  call: Call,
  order: Order,
): Promise<OutputOf<typeof capitalOrders.reroute>> {
  requireCapitalStep('reroute', await fundingOf(order, call), call)
  await requireUndisputed(order)
  const chosen = (await candidates(order, call)).find(({ funder }) => funder.id === capitalId)
  if (!chosen) throw badInput({ capitalId: 'refusals.funderOfProduct' })
  if (chosen.obstacle)
    throw badInput({ capitalId: { key: 'capitalOrders.refusals.unfit', params: { why: chosen.obstacle } } })
  const { name } = chosen.funder
  await cancelCapitalOrder(order, call)
  const makers = await db()
    .selectDistinct({ id: contract.createdBy })
    .from(contract)
    .where(and(eq(contract.orderId, order.id), inArray(contract.status, [...liveStatuses])))
  const moved = await moveOrder(order, call, {
    event: 'reroute',
    opinion: say('capitalOrders.reroutedTo', { funder: name, reason }),
    set: {
      capitalId,
      capitalOrderNo: null,
      funderOkAt: null,
      rejectStage: null,
      econtractSignedAt: null,
      contractNo: null,
    },
  })
  const words = { orderNo: order.orderNo, name: order.customerName, funder: name }
  await voidContracts(order.id, say('capitalOrders.voidReason', words), call)
  const ended = { other: 'funder', reason: say('capitalOrders.papersEnd', words) } as const
  const rerouted = await endFormerPapers(moved, ended, call)
  const made = makers.map(({ id }) => id).filter((id) => id > 0)
  await tellOfOrder(
    order,
    made.length > 0 ? made : await holdersOf('contract:generate', order.id),
    {
      opens: 'contractCase',
      title: say('capitalOrders.toldReroute', words),
      body: say('capitalOrders.toldRerouteBody', words),
    },
    call,
  )
  return movedAnswer(rerouted)
}
