import type { Call } from '../../../platform/context.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { badInput, refused } from '../../../platform/errors.ts'
import { hashOf } from '../../../platform/files/file-hash.ts'
import { storeFile } from '../../../platform/files/file-store.ts'
import { deleteUnnamed } from '../../../platform/files/sweep-files.ts'
import type { SlowHandler } from '../../../platform/handler.ts'
import { orderCan } from '../../orders/rules/order-permissions.ts'
import { factsOf, machineActor, movedAnswer, moveOrder, type Order } from '../../orders/service/move-order.ts'
import { findOrder } from '../../orders/service/read-order.ts'
import type { orderContracts } from '../contract/orders.ts'
import { signingDays } from '../rules/contract-kinds.ts'
import { contract, contractSigner } from '../table/contracts.ts'
import { drawContract, signsText } from './draw-contract.ts'
import type { DrawnPaper } from './draw-paper.ts'
import { type OrderSet, orderSet, type PlannedContract } from './order-set.ts'
import { voidContracts } from './void-contracts.ts'

export type Drawn = PlannedContract & DrawnPaper & { hash: string }

/**
 * T18: all contracts of the order, or none. They are drawn before the transaction, from the order as it was then; the
 * frame refuses when it has changed since (409). In the transaction there are rows alone.
 */
export const generateContracts: SlowHandler<typeof orderContracts.generate> = {
  async prepare({ orderId, rowVersion, reason }, call) {
    const set = await inTenant(call.tenantId, async () => {
      const order = await findOrder(orderId, call)
      // Whoever saw another version, or may not do it now, is told so where everybody is.
      const may =
        order.rowVersion === rowVersion && orderCan('gen_contract', factsOf(order), machineActor(call)).ok
      return may ? orderSet(order, call) : undefined
    })
    if (set) requireNoObstacle(set, reason)
    const drawn = set ? await drawAll(set.planned, call) : []
    const files = drawnFiles(drawn, call.tenantId)
    await files.keep()
    return {
      run: (inside, order) => addContracts(order, drawn, reason, inside),
      settle: files.settle,
    }
  },
}

/** The files of contracts lie there before their rows name them, and go again where no row came to. */
export function drawnFiles(drawn: readonly Drawn[], tenantId: number) {
  const keep = async () => {
    for (const { hash, bytes } of drawn) await storeFile(tenantId, hash, bytes)
  }
  return {
    keep,
    async settle(kept: boolean) {
      if (kept) await keep()
      else for (const { hash } of drawn) await deleteUnnamed(tenantId, hash)
    },
  }
}

function requireNoObstacle({ obstacles: [first], live }: OrderSet, reason: string | undefined): void {
  if (first) throw refused(`contracts.obstacles.${first.key}`, { names: first.names })
  if (live.length > 0 && !reason) throw badInput({ reason: 'contracts.reasonWanted' })
}

/** @throws 422 naming the signs that no font has */
export async function drawAll(planned: readonly PlannedContract[], call: Call): Promise<Drawn[]> {
  const drawn: Drawn[] = []
  for (const one of planned) {
    const answer = await drawContract(one.paper, call.now.toISOString(), call.tenantId)
    if ('lacking' in answer)
      throw refused('contracts.lackingSigns', { signs: signsText(answer.lacking), title: one.paper.title })
    drawn.push({ ...one, ...answer, hash: hashOf(answer.bytes) })
  }
  return drawn
}

/** T18 of a locked order, with its contracts as rows. */
export async function addContracts(
  order: Order,
  drawn: readonly Drawn[],
  reason: string | undefined,
  call: Call,
) {
  const now = call.now.toISOString()
  const [main] = drawn
  const moved = await moveOrder(order, call, {
    event: 'gen_contract',
    ...(reason && { opinion: reason }),
    set: { contractNo: main?.contractNo ?? null, econtractSignedAt: null },
  })
  await voidContracts(order.id, reason ?? '', call)
  const expireAt = new Date(call.now.getTime() + signingDays * 86_400_000).toISOString()
  const stand = { status: '已生成' as const, generatedAt: now, expireAt, signedAt: null }
  await writeContracts(order.id, drawn, stand, call.actor.id)
  return { ...movedAnswer(moved), made: drawn.length }
}

type Row = typeof contract.$inferInsert
/** The state of the contracts of an order. */
type Stand = Pick<Row, 'status' | 'generatedAt' | 'expireAt'> & { signedAt: string | null } & Partial<
    Pick<Row, 'voidReason' | 'voidedAt' | 'effectiveFrom'>
  >

/** Contracts and their signers as rows. */
export async function writeContracts(
  orderId: number,
  drawn: readonly Drawn[],
  stand: Stand,
  createdBy: number,
): Promise<void> {
  const { signedAt } = stand
  for (const { paper, version, bytes, hash, pages, places, signers, code, guarantor } of drawn) {
    const [row] = await db()
      .insert(contract)
      .values({
        contractNo: paper.contractNo,
        orderId,
        code,
        title: paper.title,
        guarantor,
        templateVersionId: version.id,
        templateVersion: version.no,
        ...stand,
        fileHash: hash,
        fileSize: bytes.length,
        pages,
        places,
        createdBy,
      })
      .returning({ id: contract.id })
    if (!row) throw new Error('the contract was not written')
    for (const [at, signer] of signers.entries())
      await db()
        .insert(contractSigner)
        .values({
          ...signer,
          contractId: row.id,
          seq: at + 1,
          authMethod: '短信',
          createdBy,
          status: signedAt ? '已签' : '待签',
          signedAt,
        })
  }
}
