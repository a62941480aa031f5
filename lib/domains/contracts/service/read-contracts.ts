import { asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { from, is, to } from '../../../platform/db/list-conditions.ts'
import { maskMobile } from '../../../rules/mask.ts'
import { orders } from '../../orders/service/list-orders.ts'
import { readOrderRows } from '../../orders/service/order-rows.ts'
import { findOrder, readHeader } from '../../orders/service/read-order.ts'
import { approvedOf } from '../../orders/service/signed-terms.ts'
import { application } from '../../orders/table.ts'
import { type ContractRow, type ContractState, orderContracts } from '../contract/orders.ts'
import { liveStatuses } from '../rules/contract-kinds.ts'
import { contract, contractSigner } from '../table/contracts.ts'
import { warmDrawing } from './draw-contract.ts'
import { orderSet } from './order-set.ts'

const mine = sql`${contract.tenantId} = ${application.tenantId} and ${contract.orderId} = ${application.id}`
const live = sql`${contract.status} = any(${sql.param([...liveStatuses])}::text[])`
const some = (more: SQL) => sql`exists (select from ${contract} where ${mine} and ${more})`
export const contractStates: Record<ContractState, SQL> = {
  none: sql`not ${some(sql`true`)}`,
  made: sql`${some(live)} and not ${some(sql`${contract.status} in ('待签署', '签署中', '已签署')`)}`,
  signing: sql`${some(sql`${contract.status} in ('待签署', '签署中', '已签署')`)} and ${some(sql`${contract.status} in ('已生成', '待签署', '签署中')`)}`,
  signed: sql`${some(sql`${contract.status} = '已签署'`)} and not ${some(sql`${contract.status} in ('已生成', '待签署', '签署中')`)}`,
  again: sql`${some(sql`true`)} and not ${some(live)}`,
}

const { stageEnteredAt, createdAt, financeAmount } = application

export const contractList = defineList(orderContracts.list, {
  ...orders,
  only: () => inArray(application.status, ['wait_sign', 'preparing']),
  filters: {
    contractState: (state) => contractStates[state],
    productId: is(application.productId),
    shopId: is(application.shopId),
    signedFrom: from(application.econtractSignedAt),
    signedTo: to(application.econtractSignedAt),
  },
  sorts: { stageEnteredAt, createdAt, financeAmount },
  rows: readContractRows,
})

export async function readContractRows(ids: number[]): Promise<ContractRow[]> {
  const rows = await readOrderRows(ids)
  const found = await db()
    .select({
      id: application.id,
      contractNo: application.contractNo,
      contractState: sql<ContractState>`case when ${contractStates.none} then 'none' when ${contractStates.again} then 'again'
        when ${contractStates.signed} then 'signed' when ${contractStates.signing} then 'signing' else 'made' end`,
      contracts: sql<number>`(select count(*)::int from ${contract} where ${mine} and ${live})`,
      signed: sql<number>`(select count(*)::int from ${contract} where ${mine} and ${contract.status} = '已签署')`,
      generatedAt: sql<
        string | null
      >`(select max(${contract.generatedAt}) from ${contract} where ${mine} and ${live})`,
      smsSentAt: sql<
        string | null
      >`(select max(${contract.smsSentAt}) from ${contract} where ${mine} and ${live})`,
      expireAt: sql<
        string | null
      >`(select min(${contract.expireAt}) from ${contract} where ${mine} and ${live})`,
    })
    .from(application)
    .where(sql`${application.id} = any(${sql.param([...ids])}::bigint[])`)
  const byId = new Map(found.map((row) => [row.id, row]))
  return rows.flatMap((row) => {
    const more = byId.get(row.id)
    return more ? [{ ...row, ...more }] : []
  })
}

export async function readContracts(
  orderId: number,
  call: Call,
): Promise<OutputOf<typeof orderContracts.get>> {
  const order = await findOrder(orderId, call)
  const rows = await db()
    .select()
    .from(contract)
    .where(eq(contract.orderId, order.id))
    .orderBy(desc(contract.generatedAt), asc(contract.id))
  const signers = await db()
    .select()
    .from(contractSigner)
    .where(
      inArray(
        contractSigner.contractId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(asc(contractSigner.seq))
  const { planned, obstacles } = await orderSet(order, call)
  if (obstacles.length === 0) warmDrawing()
  return {
    order: await readHeader(order),
    contractNo: order.contractNo,
    quote: await approvedOf(order, call),
    contracts: rows.map((row) => ({
      ...row,
      sent: row.smsSentAt !== null,
      signers: signers
        .filter(({ contractId }) => contractId === row.id)
        .map(({ signerRole, name, mobile, seq, status, signedAt }) => ({
          role: say(`sms.parties.${signerRole}`),
          name,
          mobile: mobile && maskMobile(mobile),
          seq,
          status,
          signedAt,
        })),
    })),
    planned: planned.map(({ code, paper, version, party }) => ({
      code,
      title: paper.title,
      version: version.no,
      party,
    })),
    obstacles,
  }
}
