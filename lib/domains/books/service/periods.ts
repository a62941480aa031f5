import { eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { say } from '../../../i18n/say.ts'
import { change } from '../../../platform/change-row.ts'
import { propose } from '../../../platform/changes/propose.ts'
import { pendingChange } from '../../../platform/changes/table.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { textIn } from '../../../platform/db/list-conditions.ts'
import { notFound, refusedBy } from '../../../platform/errors.ts'
import { byId, subject } from '../../../platform/subject.ts'
import { sysUser } from '../../identity/table.ts'
import { glLine, glPeriod, glVoucher } from '../../ledger/table.ts'
import { books, type PeriodRow } from '../contract.ts'
import { lastDayOf, type PeriodMove } from '../rules/closing.ts'
import { checksOf } from './closing-checks.ts'
import { type Period, periodRefusal } from './period-change.ts'
import { isProving, lastProof, prove } from './prove.ts'

/** 会计期间: the months of the books, closed and opened again by two people. */

const periods = defineList(books.periods, {
  table: glPeriod,
  scope: 'tenant',
  search: textIn(glPeriod.month),
  rows: readPeriods,
})

const mover = alias(sysUser, 'mover')
const checker = alias(sysUser, 'checker')
const inMonth = (day: typeof glVoucher.bizDate | typeof glLine.bizDate) =>
  sql`${day} between (${glPeriod.month} || '-01')::date
    and ((${glPeriod.month} || '-01')::date + interval '1 month' - interval '1 day')::date`

async function readPeriods(ids: number[]): Promise<PeriodRow[]> {
  const rows = await db()
    .select({
      period: glPeriod,
      isLastClosed: sql<boolean>`${glPeriod.state} = 'closed' and not exists (select from gl_period later
        where later.tenant_id = ${glPeriod.tenantId} and later.state = 'closed' and later.month > ${glPeriod.month})`,
      waits: sql<boolean>`exists (select from ${pendingChange} where ${pendingChange.tenantId} = ${glPeriod.tenantId}
        and ${pendingChange.kind} = 'period' and ${pendingChange.aboutId} = ${glPeriod.id}
        and ${pendingChange.state} = 'waiting')`,
      vouchers: sql<number>`(select count(*)::int from ${glVoucher} where ${glVoucher.tenantId} = ${glPeriod.tenantId}
        and ${inMonth(glVoucher.bizDate)})`,
      movedByName: mover.name,
      checkedByName: checker.name,
    })
    .from(glPeriod)
    .leftJoin(mover, eq(mover.id, glPeriod.movedBy))
    .leftJoin(checker, eq(checker.id, glPeriod.checkedBy))
    .where(inArray(glPeriod.id, ids))
  return rows.map(({ period, ...others }) => ({ ...period, ...others }))
}

async function closing({ id }: { id: number }, call: Call): Promise<OutputOf<typeof books.closing>> {
  const [period] = await db().select().from(glPeriod).where(eq(glPeriod.id, id))
  if (!period) throw notFound()
  return {
    month: period.month,
    checks: await checksOf(period.month, call),
    proof: (await lastProof()) ?? null,
    proving: await isProving(),
  }
}

/** @throws 422 where something does not hold, or a change of it waits */
const move =
  (of: PeriodMove) =>
  async ({ reason }: { reason: string }, call: Call, period: Period) => {
    const refusal = await periodRefusal(of, period, call)
    if (refusal) throw refusedBy(refusal)
    const { id, month } = period
    const [turnover] = await db()
      .select({ debit: sql<string>`coalesce(sum(${glLine.debit}), 0.00)` })
      .from(glLine)
      .where(sql`${glLine.bizDate} between ${`${month}-01`} and ${lastDayOf(month)}`)
    const [row] = await readPeriods([id])
    await propose(
      'period',
      {
        aboutId: id,
        title: month,
        content: { move: of, month, reason },
        reason,
        lines: [
          { field: 'period', kind: 'text', value: month },
          { field: 'periodMove', kind: 'text', value: say(`books.moves.${of}`) },
          { field: 'vouchers', kind: 'text', value: String(row?.vouchers ?? 0) },
          { field: 'turnover', kind: 'money', value: turnover?.debit ?? '0.00' },
        ],
      },
      call,
    )
    // A period of which something waits is another one for a second window.
    await change(glPeriod, period, {}, { after: { month, move: of, reason } })
    return {}
  }

export const periodSubject = subject({
  noun: 'gl_period',
  nameOf: ({ id }: Period) => id,
  lock: byId(glPeriod),
})

export const periodHandlers = {
  periods: periods.page,
  closing,
  prove,
  closePeriod: move('close'),
  reopenPeriod: move('reopen'),
}
