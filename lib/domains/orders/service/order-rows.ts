import { type AnyColumn, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { db } from '../../../platform/db/client.ts'
import { maskIdNo, maskMobile } from '../../../rules/mask.ts'
import { branch, capital, shop } from '../../channels/table.ts'
import { milestones } from '../../identity/rules/milestones.ts'
import { sysUser } from '../../identity/table.ts'
import { product } from '../../products/table.ts'
import type { OrderHeader } from '../contract.ts'
import { chanceOf } from '../rules/reconsideration.ts'
import { gatesOf, isFunded } from '../rules/release-gates.ts'
import { application, reviewTask, riskDecision } from '../table.ts'

/** An order as lists and page heads show it, the names of its neighbours joined, personal data masked. */

const salesman = alias(sysUser, 'salesman')
const claimer = alias(sysUser, 'claimer')

/** Milestones that have a time stamp on the order; the others have no screen yet. */
const stamps: Record<string, AnyColumn> = Object.fromEntries(
  Object.entries(milestones).flatMap(([code, { field }]) => {
    const column: AnyColumn | undefined = Object.entries(application).find(([name]) => name === field)?.[1]
    return column ? [[code, column]] : []
  }),
)

const lit = sql<string[]>`array_remove(array[${sql.join(
  Object.entries(stamps).map(([code, column]) => sql`case when ${column} is not null then ${code} end`),
  sql`, `,
)}]::text[], null)`

const selection = {
  id: application.id,
  rowVersion: application.rowVersion,
  orderNo: application.orderNo,
  customerName: application.customerName,
  idNo: application.idNo,
  mobile: application.mobile,
  productName: sql<string>`coalesce(${product.name}, '')`,
  shopName: shop.name,
  branchName: branch.name,
  salesmanName: sql<string>`coalesce(${salesman.name}, '')`,
  source: application.source,
  status: application.status,
  exaStatus: application.exaStatus,
  milestones: lit,
  stageEnteredAt: application.stageEnteredAt,
  createdAt: application.createdAt,
  claimedBy: application.claimedBy,
  claimedByName: claimer.name,
  claimedAt: application.claimedAt,
  submitCount: application.submitCount,
  returnCount: application.returnCount,
  appliedAmount: application.appliedAmount,
  financeAmount: application.financeAmount,
  term: application.term,
  approvedAmount: application.approvedAmount,
  approvedTerm: application.approvedTerm,
  monthlyPayment: application.monthlyPayment,
  capitalName: capital.name,
  capitalKind: capital.kind,
  releasedAt: application.releasedAt,
  riskHint: sql<string | null>`(
    select ${riskDecision.suggestion} from ${riskDecision}
    where ${riskDecision.tenantId} = ${application.tenantId} and ${riskDecision.orderId} = ${application.id}
    order by ${riskDecision.decidedAt} desc, ${riskDecision.id} desc limit 1)`,
  toMend: sql<OrderHeader['toMend']>`case when ${application.status} like '%returned' then coalesce((
    select ${reviewTask.marks} from ${reviewTask}
    where ${reviewTask.tenantId} = ${application.tenantId} and ${reviewTask.orderId} = ${application.id}
      and ${reviewTask.result} = '退回'
    order by ${reviewTask.finishedAt} desc limit 1), '[]') else '[]' end`,
  productId: application.productId,
  templateCode: application.templateCode,
  shopId: application.shopId,
  salesmanId: application.salesmanId,
  customerId: application.customerId,
  updatedAt: application.updatedAt,
  remark: application.remark,
  rejectReason: sql<string | null>`array_to_string(${application.rejectReason}, '/')`,
  voidReason: application.voidReason,
  lastDecidedBy: application.lastDecidedBy,
}
const ofChance = { isReconsider: application.isReconsider, reconsiderAsk: application.reconsiderAsk }

/** Every list of orders and every head of one asks this: its text is made once. */
const rowsOfIds = () =>
  db()
    .select({ ...selection, ...ofChance })
    .from(application)
    .innerJoin(shop, eq(shop.id, application.shopId))
    .innerJoin(branch, eq(branch.id, application.branchId))
    .leftJoin(product, eq(product.id, application.productId))
    .leftJoin(salesman, eq(salesman.id, application.salesmanId))
    .leftJoin(claimer, eq(claimer.id, application.claimedBy))
    .leftJoin(capital, eq(capital.id, application.capitalId))
    // One parameter for all of them: however many, it is one statement.
    .where(sql`${application.id} = any(${sql.placeholder('ids')}::bigint[])`)
    .prepare('order rows')
let asked: ReturnType<typeof rowsOfIds> | undefined

/** The rows of these orders, in no order; ids outside the tenant are left out. */
export async function readOrderRows(ids: readonly number[]): Promise<OrderHeader[]> {
  if (ids.length === 0) return []
  asked ??= rowsOfIds()
  const rows = await asked.execute({ ids: [...ids] })
  const now = new Date()
  return rows.map(({ isReconsider, reconsiderAsk, capitalKind, ...row }) => ({
    ...row,
    gates: gatesOf({ templateCode: row.templateCode, funded: isFunded(capitalKind) }),
    idNo: maskIdNo(row.idNo),
    mobile: maskMobile(row.mobile),
    chance: chanceOf({ ...row, isReconsider, reconsiderAsk }, now),
  }))
}
