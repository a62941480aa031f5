import { and, asc, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { from, oneOf, to } from '../../../platform/db/list-conditions.ts'
import { chinaTime, wordedColumns } from '../../../platform/db/list-file.ts'
import { quickSearch } from '../../../platform/db/quick-search.ts'
import { textOf } from '../../../platform/errors.ts'
import { sysUser } from '../../identity/table.ts'
import { type BookDays, bookDays } from '../../ledger/service/days.ts'
import { loanAccount } from '../../loans/table.ts'
import { findOrder, readHeader } from '../../orders/service/read-order.ts'
import { application } from '../../orders/table.ts'
import { attachment } from '../../system/table.ts'
import { settlements as calls, type SettlementRow, type SettlementView } from '../contract.ts'
import { endStates } from '../rules/settlement.ts'
import { settleApply, settleProof, settleStep } from '../table.ts'
import { previewBooking } from './settlement-changes.ts'
import { readSettlements, type Settlement } from './settlement-record.ts'

/** 结清情况, and 结清申请详情 of an order. */

const rowOf = (row: Settlement, { today }: Pick<BookDays, 'today'>): SettlementRow => ({
  ...row,
  isPast: row.quoteDate < today,
  isApproved: row.approvedAt !== null,
})

export const settlementList = defineList(calls.list, {
  table: settleApply,
  scope: 'order',
  filters: {
    status: oneOf(settleApply.status),
    quoteFrom: from(settleApply.quoteDate),
    quoteTo: to(settleApply.quoteDate),
  },
  search: async (q) => {
    const number = q.toUpperCase()
    if (/^JQ\d+$/.test(number)) return sql`starts_with(${settleApply.applyNo}, ${number})`
    if (/^L\d+$/.test(number))
      return inArray(
        settleApply.loanId,
        db()
          .select({ id: loanAccount.id })
          .from(loanAccount)
          .where(sql`starts_with(${loanAccount.loanNo}, ${number})`),
      )
    const found = (await quickSearch(q))?.where
    return (
      found &&
      inArray(settleApply.orderId, db().select({ id: application.id }).from(application).where(found))
    )
  },
  rows: async (ids, call) => {
    const days = await bookDays(call)
    return (await readSettlements(inArray(settleApply.id, ids), undefined)).map((row) => rowOf(row, days))
  },
})

export const exportSettlements = settlementList.file({
  list: 'settlements',
  title: say('routes.settlements'),
  columns: wordedColumns<SettlementRow>('settlements', {
    applyNo: ({ applyNo }) => applyNo,
    loanNo: ({ loanNo }) => loanNo,
    customerName: ({ customerName }) => customerName,
    kind: ({ kind }) => kind,
    principal: ({ principal }) => principal,
    interest: ({ interest }) => interest,
    fee: ({ fee }) => fee,
    depositOffset: ({ depositOffset }) => depositOffset,
    payable: ({ payable }) => payable,
    quoteDate: ({ quoteDate }) => quoteDate,
    status: ({ status }) => status,
    createdAt: ({ createdAt }) => chinaTime(createdAt),
  }),
})

/** @throws 404 for an order that is not there or not the caller's to see */
export async function readSettlement(
  { orderId }: ParsedInputOf<typeof calls.get>,
  call: Call,
): Promise<OutputOf<typeof calls.get>> {
  const order = await findOrder(orderId, call)
  const days = await bookDays(call)
  const [loan] = await db()
    .select()
    .from(loanAccount)
    .where(and(eq(loanAccount.orderId, order.id), ne(loanAccount.status, '已撤销')))
  const rows = loan ? await readSettlements(eq(settleApply.loanId, loan.id), undefined) : []
  const live = rows.find(({ status }) => !endStates.includes(status))
  const [proof] = loan
    ? await db()
        .select()
        .from(settleProof)
        .where(and(eq(settleProof.loanId, loan.id), isNull(settleProof.voidedAt)))
    : []
  return {
    order: await readHeader(order),
    today: days.today,
    loan: loan ?? null,
    applications: await viewsOf(rows.reverse(), days),
    change: live ? await changeOf(live, days) : null,
    certificate: proof ?? null,
  }
}

/** A quote for a day to come changes nothing yet. */
async function changeOf(row: Settlement, days: BookDays) {
  if (row.quoteDate > days.today) return null
  const { change, refusal } = await previewBooking(row, days)
  return { ...change, refusal: refusal === undefined ? null : textOf(refusal) }
}

async function viewsOf(rows: readonly Settlement[], days: BookDays): Promise<SettlementView[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const steps = await db()
    .select({ step: settleStep, byName: sysUser.name })
    .from(settleStep)
    .leftJoin(sysUser, eq(sysUser.id, settleStep.createdBy))
    .where(inArray(settleStep.settleApplyId, ids))
    .orderBy(asc(settleStep.id))
  const people = new Map(
    (
      await db()
        .select({ id: sysUser.id, name: sysUser.name })
        .from(sysUser)
        .where(
          inArray(
            sysUser.id,
            rows.flatMap((row) => [row.createdBy, row.approvedBy, row.paidBy, row.bookedBy].filter(isId)),
          ),
        )
        .orderBy(desc(sysUser.id))
    ).map(({ id, name }) => [id, name]),
  )
  const proofIds = rows.map(({ proofId }) => proofId).filter(isId)
  const proofs = new Map(
    (proofIds.length === 0
      ? []
      : await db().select().from(attachment).where(inArray(attachment.id, proofIds))
    ).map(({ id, name }) => [id, name]),
  )
  const nameOf = (id: number | null) => (id === null ? null : (people.get(id) ?? null))
  return rows.map((row) => ({
    ...row,
    ...rowOf(row, days),
    createdByName: nameOf(row.createdBy),
    approvedByName: nameOf(row.approvedBy),
    paidByName: nameOf(row.paidBy),
    bookedByName: nameOf(row.bookedBy),
    proofName: row.proofId === null ? null : (proofs.get(row.proofId) ?? null),
    steps: steps
      .filter(({ step }) => step.settleApplyId === row.id)
      .map(({ step, byName }) => ({
        id: step.id,
        step: step.step,
        toStatus: step.toStatus,
        at: step.at,
        details: step.details,
        byName,
      })),
  }))
}

const isId = (id: number | null): id is number => id !== null
