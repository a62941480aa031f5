import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { is, textIn, workOf } from '../../../platform/db/list-conditions.ts'
import { addDays } from '../../../rules/business-date.ts'
import { readCalendar } from '../../calendar/service/read-calendar.ts'
import { type CapitalState, isLateAnswer, liveCapitalStates } from '../../capital/rules/capital-order.ts'
import { checkedNow } from '../../capital/service/capital-record.ts'
import { capitalOrder } from '../../capital/table.ts'
import { capital } from '../../channels/table.ts'
import { sysUser } from '../../identity/table.ts'
import { commercialTypes } from '../../orders/rules/entry/insurance.ts'
import { templates } from '../../orders/rules/entry/templates.ts'
import { orders } from '../../orders/service/list-orders.ts'
import { readOrderRows } from '../../orders/service/order-rows.ts'
import { application } from '../../orders/table.ts'
import { daysLate } from '../../releases/rules/release-task.ts'
import type { UnderwritingState } from '../../underwriting/rules/underwriting.ts'
import { underwriting } from '../../underwriting/table.ts'
import { insurancePolicy, vehicle } from '../../vehicles/table.ts'
import {
  type CapitalRow,
  type InsuranceRow,
  type InsurerRow,
  type MortgageRow,
  type PaperStatus,
  papers,
} from '../contract/papers.ts'
import {
  type EarlyKind,
  type PaperKind,
  paperStatuses,
  type SetStatus,
  templatesAsking,
} from '../rules/material-sets.ts'
import { type MortgageStatus, mortgageDeadline } from '../rules/mortgage.ts'
import { policyNeeds, type RenewalFilter } from '../rules/policy.ts'
import { materialSet } from '../table/materials.ts'
import { mortgage } from '../table/mortgages.ts'
import { hasLater } from './policies.ts'

/** The lists of papers: orders on their way to the release or behind it, by where one of their sets stands. */

const { stageEnteredAt, createdAt } = application

/** Orders that are asked for such papers; a set has no row before its first file. */
const asked = (kind: EarlyKind): SQL =>
  and(
    inArray(application.status, [...paperStatuses]),
    kind === 'capital'
      ? // The few of them are read once, so that nobody joins by them.
        sql`${application.capitalId} = any(array(select ${capital.id} from ${capital} where ${capital.kind} <> '自有'))`
      : inArray(application.templateCode, templatesAsking(kind)),
  ) as SQL

const ofSet = (kind: PaperKind) => sql`${materialSet.tenantId} = ${application.tenantId}
  and ${materialSet.orderId} = ${application.id} and ${materialSet.kind} = ${kind}`

export const hasStatus =
  (kind: PaperKind) =>
  (status: SetStatus): SQL =>
    status === '未上传'
      ? sql`not exists (select from ${materialSet} where ${ofSet(kind)} and ${materialSet.status} <> '未上传')`
      : sql`exists (select from ${materialSet} where ${ofSet(kind)} and ${materialSet.status} = ${status})`

const list = (kind: EarlyKind) => ({
  ...orders,
  only: () => asked(kind),
  sorts: { stageEnteredAt, createdAt },
})
/** The person whose order it is. */
export const ofPlace = { productId: is(application.productId), shopId: is(application.shopId) }
const filters = (kind: EarlyKind) => ({
  ...ofPlace,
  setStatus: workOf(sql`not (${hasStatus(kind)('通过')})`, hasStatus(kind)),
})

const ofOrder = sql`${insurancePolicy.tenantId} = ${application.tenantId} and ${insurancePolicy.orderId} = ${application.id}`
const hasPolicy = (condition: SQL) =>
  sql`exists (select from ${insurancePolicy} where ${ofOrder} and ${condition})`

/** A loan has a policy that it needs and whose end is near or over, and none that runs longer. */
const isToRenew = (which: RenewalFilter) =>
  and(
    eq(application.status, 'released'),
    hasPolicy(sql`${insurancePolicy.insType} = any(${sql.param(Object.values(policyNeeds).flat())}::text[])
      and ${insurancePolicy.policyNo} is not null
      and ${insurancePolicy.status} = any(${sql.param(which === 'due' ? ['将到期', '已到期'] : ['已到期'])}::text[])
      and not ${hasLater}`),
  )

export const insuranceList = defineList(papers.insuranceList, {
  ...list('insurance'),
  filters: {
    ...filters('insurance'),
    setStatus: workOf(isNull(application.insuranceOkAt), hasStatus('insurance')),
    insurer: (code) => hasPolicy(sql`${insurancePolicy.insurer} = ${code}`),
    endFrom: (day) => hasPolicy(sql`${insurancePolicy.endDate} >= ${day}`),
    endTo: (day) => hasPolicy(sql`${insurancePolicy.endDate} <= ${day}`),
    renewal: isToRenew,
  },
  rows: readInsurance,
})

const ofSubmission = sql`${underwriting.tenantId} = ${application.tenantId} and ${underwriting.orderId} = ${application.id}`
const hasSubmission = (condition: SQL) =>
  sql`exists (select from ${underwriting} where ${ofSubmission} and ${condition})`
/** The newest submission's; before there is one, as the entry named it. */
const insurerOf = sql`coalesce(
  (select ${underwriting.insurer} from ${underwriting} where ${ofSubmission} order by ${underwriting.id} desc limit 1),
  (select ${insurancePolicy.insurer} from ${insurancePolicy} where ${ofOrder}
    and ${insurancePolicy.insType} = ${policyNeeds.performance[0]} order by ${insurancePolicy.id} limit 1))`

const isAt = (status: UnderwritingState) =>
  status === '未提交'
    ? sql`not ${hasSubmission(sql`true`)}`
    : // Of an order that went to another insurer since, what came of the former is history.
      hasSubmission(sql`${underwriting.status} = ${status} and not exists (select from ${underwriting} later
        where later.tenant_id = ${underwriting.tenantId} and later.order_id = ${underwriting.orderId}
          and later.id > ${underwriting.id})`)

export const insurerList = defineList(papers.insurerList, {
  ...list('insurer'),
  filters: {
    ...filters('insurer'),
    underwritingStatus: workOf(
      sql`not ${hasSubmission(sql`${underwriting.status} = '承保' and not ${underwriting.outdated}`)}`,
      isAt,
    ),
    insurer: (code) => sql`${insurerOf} = ${code}`,
  },
  rows: readInsurer,
})
/** Of a push to the order's funder: one to a former funder, or before the newest, is history. */
const hasPush = (condition: SQL) =>
  sql`exists (select from ${capitalOrder} where ${capitalOrder.tenantId} = ${application.tenantId}
    and ${capitalOrder.orderId} = ${application.id} and ${capitalOrder.capitalId} = ${application.capitalId} and ${condition})`
const isNewest = sql`not exists (select from ${capitalOrder} later where later.tenant_id = ${capitalOrder.tenantId}
  and later.order_id = ${capitalOrder.orderId} and later.capital_id = ${capitalOrder.capitalId}
  and later.id > ${capitalOrder.id})`

export const capitalList = defineList(papers.capitalList, {
  ...list('capital'),
  filters: {
    ...filters('capital'),
    capitalId: is(application.capitalId),
    // One that still counts is the newest: there is one at most.
    capitalStatus: workOf(isNull(application.funderOkAt), (status: CapitalState) =>
      status === '待推送'
        ? sql`not ${hasPush(sql`${capitalOrder.status} <> ${status} and ${isNewest}`)}`
        : hasPush(
            sql`${capitalOrder.status} = ${status} and ${liveCapitalStates.includes(status) ? sql`true` : isNewest}`,
          ),
    ),
    pushedFrom: (day) =>
      hasPush(sql`${capitalOrder.pushedAt} >= ${`${day}T00:00:00+08:00`}::timestamptz and ${isNewest}`),
    pushedTo: (day) =>
      hasPush(
        sql`${capitalOrder.pushedAt} < ${`${addDays(day, 1)}T00:00:00+08:00`}::timestamptz and ${isNewest}`,
      ),
  },
  rows: readCapital,
})

const ofMortgage = sql`${mortgage.tenantId} = ${application.tenantId} and ${mortgage.orderId} = ${application.id}`
const hasMortgage = (condition: SQL) =>
  sql`exists (select from ${mortgage} where ${ofMortgage} and ${condition})`
/** As {@link mortgageDeadline} has it. */
const deadline = sql`(${application.releasedAt} at time zone 'Asia/Shanghai')::date + (case ${application.templateCode} ${sql.join(
  templates.flatMap(({ code, mortgage: own, milestones }) =>
    own && !milestones.includes('mortgage') ? [sql`when ${code} then ${own.days}::int`] : [],
  ),
  sql` `,
)} end)`

export const mortgageList = defineList(papers.mortgageList, {
  ...list('mortgage'),
  filters: {
    ...filters('mortgage'),
    mortgageStatus: workOf(isNull(application.mortgageOkAt), (status: MortgageStatus) =>
      status === '待办理'
        ? sql`not exists (select from ${mortgage} where ${ofMortgage})`
        : hasMortgage(sql`${mortgage.status} = ${status}`),
    ),
    dmvOffice: (text) => hasMortgage(textIn(mortgage.dmvOffice)(text) ?? sql`true`),
    deadlineFrom: (day) => sql`${deadline} >= ${day}::date`,
    deadlineTo: (day) => sql`${deadline} <= ${day}::date`,
  },
  rows: readMortgages,
})

type SetColumns = {
  setStatus: PaperStatus
  percent: number
  submitAt: string | null
  submitByName: string | null
  reviewerName: string | null
  reviewAt: string | null
  /** Null before its first file. */
  requiredCount: number | null
  doneCount: number
}

const reviewer = alias(sysUser, 'reviewer')
const submitter = alias(sysUser, 'submitter')

export const idsIn = (ids: readonly number[]) => sql`any(${sql.param([...ids])}::bigint[])`

/** The states of the sets of these orders, by order. */
export async function readSets(kind: PaperKind, ids: readonly number[]): Promise<(id: number) => SetColumns> {
  const rows = await db()
    .select({ set: materialSet, reviewerName: reviewer.name, submitByName: submitter.name })
    .from(materialSet)
    .leftJoin(
      reviewer,
      sql`${reviewer.tenantId} = ${materialSet.tenantId} and ${reviewer.id} = ${materialSet.reviewerId}`,
    )
    .leftJoin(
      submitter,
      sql`${submitter.tenantId} = ${materialSet.tenantId} and ${submitter.id} = ${materialSet.submitBy}`,
    )
    .where(sql`${materialSet.kind} = ${kind} and ${materialSet.orderId} = ${idsIn(ids)}`)
  const byOrder = new Map(rows.map((row) => [row.set.orderId, row]))
  return (id) => {
    const { set, reviewerName = null, submitByName = null } = byOrder.get(id) ?? {}
    const { requiredCount = null, doneCount = 0 } = set ?? {}
    return {
      setStatus: (set?.status ?? '未上传') as PaperStatus,
      percent: requiredCount === 0 ? 100 : Math.floor((doneCount * 100) / (requiredCount ?? 1)),
      submitAt: set?.submitAt ?? null,
      reviewAt: set?.reviewAt ?? null,
      reviewerName,
      submitByName,
      requiredCount,
      doneCount,
    }
  }
}

async function readInsurance(ids: number[]): Promise<InsuranceRow[]> {
  const rows = await readOrderRows(ids)
  const setOf = await readSets('insurance', ids)
  const policies = await db()
    .select()
    .from(insurancePolicy)
    .where(sql`${insurancePolicy.orderId} = ${idsIn(ids)}`)
    .orderBy(insurancePolicy.id)
  return rows.map((row) => {
    const own = policies.filter(({ orderId }) => orderId === row.id)
    const commercial = own.find(({ insType }) => commercialTypes.includes(insType ?? ''))
    const compulsory = own.find(({ insType }) => insType === '1')
    const ends = own.flatMap(({ endDate, policyNo }) => (endDate && policyNo ? [endDate] : [])).sort()
    return {
      ...row,
      ...setOf(row.id),
      insurer: (commercial ?? compulsory)?.insurer ?? null,
      commercialNo: commercial?.policyNo ?? null,
      compulsoryNo: compulsory?.policyNo ?? null,
      endDate: ends[0] ?? null,
    }
  })
}

async function readMortgages(ids: number[], { today }: Call): Promise<MortgageRow[]> {
  const rows = await readOrderRows(ids)
  const setOf = await readSets('mortgage', ids)
  const found = await db()
    .select({ id: application.id, car: vehicle, own: mortgage })
    .from(application)
    .leftJoin(
      vehicle,
      sql`${vehicle.tenantId} = ${application.tenantId} and ${vehicle.id} = ${application.vehicleId}`,
    )
    .leftJoin(mortgage, ofMortgage)
    .where(sql`${application.id} = ${idsIn(ids)}`)
  const byId = new Map(found.map((row) => [row.id, row]))
  return rows.map((row) => {
    const { car, own } = byId.get(row.id) ?? {}
    const set = setOf(row.id)
    const day = mortgageDeadline(row)
    return {
      ...row,
      ...set,
      deadline: day,
      mortgageStatus: own?.status ?? '待办理',
      plateNo: car?.plateNo ?? null,
      vin: car?.vin ?? null,
      regNo: own?.regNo ?? null,
      dmvOffice: own?.dmvOffice ?? null,
      agent: own?.agent ?? null,
      applyAt: own?.applyAt ?? null,
      late: day !== null && daysLate({ dueDay: day, doneAt: own?.doneAt ?? null }, set.setStatus, today) > 0,
    }
  })
}

async function readInsurer(ids: number[]): Promise<InsurerRow[]> {
  const rows = await readOrderRows(ids)
  const setOf = await readSets('insurer', ids)
  const submissions = await db()
    .selectDistinctOn([underwriting.orderId])
    .from(underwriting)
    .where(sql`${underwriting.orderId} = ${idsIn(ids)}`)
    .orderBy(underwriting.orderId, desc(underwriting.id))
  const policies = await db()
    .select()
    .from(insurancePolicy)
    .where(
      sql`${insurancePolicy.orderId} = ${idsIn(ids)} and ${insurancePolicy.insType} = ${policyNeeds.performance[0]}`,
    )
    .orderBy(insurancePolicy.id)
  return rows.map((row) => {
    const asked = submissions.find(({ orderId }) => orderId === row.id)
    const policy = policies.find(({ orderId }) => orderId === row.id)
    return {
      ...row,
      ...setOf(row.id),
      underwritingStatus: asked?.status ?? '未提交',
      insurer: asked?.insurer ?? policy?.insurer ?? null,
      premium: asked?.premium ?? policy?.premium ?? null,
      submittedAt: asked?.submittedAt ?? null,
      policyNo: asked?.policyNo ?? null,
      reply: asked?.reply ?? null,
      silent: asked?.silent ?? false,
      conflict: asked?.conflict ?? false,
      outdated: asked?.outdated ?? false,
    }
  })
}

async function readCapital(ids: number[], { now }: Call): Promise<CapitalRow[]> {
  const rows = await readOrderRows(ids)
  const setOf = await readSets('capital', ids)
  const found = await db()
    .selectDistinctOn([application.id], {
      id: application.id,
      capitalOrderNo: application.capitalOrderNo,
      online: capital.online,
      pushed: capitalOrder,
    })
    .from(application)
    .leftJoin(
      capital,
      sql`${capital.tenantId} = ${application.tenantId} and ${capital.id} = ${application.capitalId}`,
    )
    .leftJoin(
      capitalOrder,
      sql`${capitalOrder.tenantId} = ${application.tenantId} and ${capitalOrder.orderId} = ${application.id}
        and ${capitalOrder.capitalId} = ${application.capitalId}`,
    )
    .where(sql`${application.id} = ${idsIn(ids)}`)
    .orderBy(application.id, desc(capitalOrder.id))
  const byId = new Map(found.map((row) => [row.id, row]))
  const calendar = await readCalendar()
  const checked = await checkedNow(
    found.flatMap(({ pushed }) => pushed?.id ?? []),
    now,
  )
  return rows.map((row) => {
    const { pushed, online, capitalOrderNo } = byId.get(row.id) ?? {}
    return {
      ...row,
      ...setOf(row.id),
      capitalOrderNo: pushed?.capitalOrderNo ?? capitalOrderNo ?? null,
      capitalStatus: pushed?.status ?? '待推送',
      pushedAt: pushed?.pushedAt ?? null,
      reply: pushed?.reply ?? null,
      late: pushed ? isLateAnswer(pushed, now, calendar) : false,
      checking: checked.has(pushed?.id ?? 0),
      online: online ?? false,
      silent: pushed?.silent ?? false,
    }
  })
}
