import { eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { say } from '../../../i18n/say.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { from, to } from '../../../platform/db/list-conditions.ts'
import { chinaTime, wordedColumns } from '../../../platform/db/list-file.ts'
import { quickSearch } from '../../../platform/db/quick-search.ts'
import { sysUser } from '../../identity/table.ts'
import { loanAccount, repayment } from '../../loans/table.ts'
import { application } from '../../orders/table.ts'
import { attachment } from '../../system/table.ts'
import { repayments as calls, type RepaymentRow } from '../contract.ts'

/** 还款记录: the list and its file. */

/** Rows of loans that a search finds by their own number, or by their orders. */
export async function ofLoans(loanId: PgColumn, q: string): Promise<SQL | undefined> {
  const number = q.toUpperCase()
  const where = /^L\d{8,}$/.test(number)
    ? eq(loanAccount.loanNo, number)
    : ofOrders((await quickSearch(q))?.where)
  return where && inArray(loanId, db().select({ id: loanAccount.id }).from(loanAccount).where(where))
}

const ofOrders = (condition: SQL | undefined): SQL | undefined =>
  condition &&
  inArray(loanAccount.orderId, db().select({ id: application.id }).from(application).where(condition))

const list = defineList(calls.list, {
  table: repayment,
  scope: 'order',
  filters: { valueFrom: from(repayment.valueDate), valueTo: to(repayment.valueDate) },
  search: async (q) => {
    const numbers = or(eq(repayment.repayNo, q.toUpperCase()), eq(repayment.thirdNo, q))
    return or(numbers, await ofLoans(repayment.loanId, q))
  },
  rows: readRepayments,
})

export async function readRepayments(ids: readonly number[]): Promise<RepaymentRow[]> {
  const rows = await db()
    .select({
      row: repayment,
      loanNo: loanAccount.loanNo,
      customerName: application.customerName,
      proofName: attachment.name,
      operatorName: sysUser.name,
    })
    .from(repayment)
    .innerJoin(loanAccount, eq(loanAccount.id, repayment.loanId))
    .innerJoin(application, eq(application.id, repayment.orderId))
    .leftJoin(attachment, eq(attachment.id, repayment.proofId))
    .leftJoin(sysUser, eq(sysUser.id, repayment.createdBy))
    .where(sql`${repayment.id} = any(${sql.param([...ids])}::bigint[])`)
  return rows.map(({ row, ...others }) => ({ ...row, ...others }))
}

const exportList = list.file({
  list: 'repayments',
  title: say('routes.repaymentRecords'),
  columns: wordedColumns<RepaymentRow>('repayments', {
    repayNo: ({ repayNo }) => repayNo,
    loanNo: ({ loanNo }) => loanNo,
    customerName: ({ customerName }) => customerName,
    amount: ({ amount }) => amount,
    principal: ({ principal }) => principal,
    interest: ({ interest }) => interest,
    penalty: ({ penalty }) => penalty,
    fee: ({ fee }) => fee,
    unapplied: ({ unapplied }) => unapplied,
    channel: ({ channel }) => say(`repayments.channels.${channel}`),
    kind: ({ kind }) => say(`repayments.kinds.${kind}`),
    valueDate: ({ valueDate }) => valueDate,
    thirdNo: ({ thirdNo }) => thirdNo,
    payerName: ({ payerName }) => payerName,
    state: ({ state }) => say(`repayments.states.${state}`),
    operatorName: ({ operatorName }) => operatorName,
    createdAt: ({ createdAt }) => chinaTime(createdAt),
  }),
})

export const repaymentList = { page: list.page, exportList }
