import { eq, gte, lte, type SQL, sql } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { textOf } from '../../../platform/errors.ts'
import { maskRecord } from '../../../platform/mask-values.ts'
import { openStatuses } from '../../due-diligence/rules/due-diligence.ts'
import { openDueDiligence } from '../../due-diligence/service/read-diligence.ts'
import { dueDiligence } from '../../due-diligence/table.ts'
import { readMaterials } from '../../materials/service/material-sets.ts'
import { quoteView } from '../../orders/contract.ts'
import { entryOf } from '../../orders/service/form-values.ts'
import { orderFile } from '../../orders/service/list-orders.ts'
import { productOf, readQuote } from '../../orders/service/order-quote.ts'
import { readOrderRows } from '../../orders/service/order-rows.ts'
import {
  findOrder,
  readCustomer,
  readHeader,
  readLinkedPersons,
  readProgress,
  readRisks,
} from '../../orders/service/read-order.ts'
import { application, riskDecision } from '../../orders/table.ts'
import { pool } from '../../reviews/service/pools.ts'
import { readChanges } from '../../reviews/service/read-changes.ts'
import { type RiskRow, riskApproval } from '../contract/approval.ts'
import { readConditions } from './conditions.ts'
import { termsToApprove } from './terms-to-approve.ts'

/** 风控审批: its pool, and everything that one approval needs. */

const last = (column: 'score' | 'grade' | 'suggestion') => sql`(
  select ${riskDecision[column]} from ${riskDecision}
  where ${riskDecision.tenantId} = ${application.tenantId} and ${riskDecision.orderId} = ${application.id}
    and ${riskDecision.sceneCode} = 'RISK'
  order by ${riskDecision.decidedAt} desc, ${riskDecision.id} desc limit 1)`

const visit = (statuses: readonly string[]) => sql`exists (
  select from ${dueDiligence}
  where ${dueDiligence.tenantId} = ${application.tenantId} and ${dueDiligence.orderId} = ${application.id}
    and ${dueDiligence.status} = any(${sql.param([...statuses])}::text[]))`
const open = visit(openStatuses)
const done = visit(['已完成'])
type Visits = NonNullable<RiskRow['diligence']>
const diligence: Record<Visits, SQL> = {
  none: sql`not ${open} and not ${done}`,
  open,
  done: sql`not ${open} and ${done}`,
}

const approvals = defineList(riskApproval.list, {
  ...pool('risk'),
  filters: {
    ...pool('risk').filters,
    grade: (grade) => eq(last('grade'), grade),
    suggestion: (suggestion) => eq(last('suggestion'), suggestion),
    amountMin: (amount) => gte(application.appliedAmount, amount),
    amountMax: (amount) => lte(application.appliedAmount, amount),
    diligence: (state) => diligence[state],
  },
  rows: readRows,
})

async function readRows(ids: number[]): Promise<RiskRow[]> {
  const orders = await readOrderRows(ids)
  const found = await db()
    .select({
      id: application.id,
      score: sql<number | null>`${last('score')}`,
      grade: sql<string | null>`${last('grade')}`,
      suggestion: sql<string | null>`${last('suggestion')}`,
      dti: application.dti,
      ltv: application.ltv,
      diligence: sql<Visits>`case when ${open} then 'open' when ${done} then 'done' else 'none' end`,
    })
    .from(application)
    .where(sql`${application.id} = any(${sql.param([...ids])}::bigint[])`)
  const byId = new Map(found.map((row) => [row.id, row]))
  return orders.flatMap((order) => {
    const row = byId.get(order.id)
    return row ? [{ ...order, ...row }] : []
  })
}

export const riskPool = {
  page: approvals.page,
  file: approvals.file(
    orderFile<RiskRow>('risk', {
      suggestion: { title: say('riskPool.suggestion'), value: ({ suggestion }) => suggestion ?? null },
      score: { title: say('riskPool.score'), value: ({ score }) => score ?? null },
      grade: { title: say('riskPool.grade'), value: ({ grade }) => grade ?? null },
      dti: { title: say('riskPool.dti'), value: ({ dti }) => (dti ? Number(dti) : null) },
      ltv: { title: say('riskPool.ltv'), value: ({ ltv }) => (ltv ? Number(ltv) : null) },
      diligence: {
        title: say('riskPool.diligence'),
        value: ({ diligence: visits }) => (visits ? say(`riskPool.diligences.${visits}`) : null),
      },
    }),
  ),
}

export async function readRisk(orderId: number, call: Call): Promise<OutputOf<typeof riskApproval.get>> {
  const order = await findOrder(orderId, call)
  const product = await productOf(order, entryOf(order), call)
  return {
    order: await readHeader(order),
    values: maskRecord(entryOf(order)),
    quote: await readQuote(order, call),
    limits: product
      ? {
          terms: product.terms,
          minAmount: product.minAmount,
          maxAmount: product.maxAmount,
          downRatioMin: product.downRatioMin,
          ltvCap: product.ltvCap,
          totalCap: product.totalCap,
          aprCap: product.aprCap,
          dtiLimit: '0.70',
        }
      : null,
    persons: [await readCustomer(order), ...(await readLinkedPersons(order))],
    risks: await readRisks(order),
    conditions: await readConditions(order.id),
    changes: await readChanges(order),
    diligenceOpen: (await openDueDiligence(order.id)) !== undefined,
    materials: (await readMaterials(order.id)).items,
    progress: await readProgress(order),
  }
}

/**
 * The cost of other terms, before anybody decides: of an approval what it may give, of a change what it may ask for.
 */
export async function quoteRisk(
  { orderId, approvedAmount, approvedTerm }: ParsedInputOf<typeof riskApproval.quote>,
  call: Call,
): Promise<OutputOf<typeof riskApproval.quote>> {
  const order = await findOrder(orderId, call)
  const most = order.status === 'wait_risk' ? 'applied' : 'anyAmount'
  const { product, quoted, issues } = await termsToApprove(
    order,
    { approvedAmount, approvedTerm },
    call,
    most,
  )
  return {
    quote: quoted?.view ?? null,
    now: quoteView.parse(order.approvedQuote) ?? (await readQuote(order, call)),
    terms: product?.terms ?? [],
    issues: Object.fromEntries(Object.entries(issues).map(([field, message]) => [field, textOf(message)])),
  }
}
