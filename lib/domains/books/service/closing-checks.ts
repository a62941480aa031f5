import { and, eq, lt, sql } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { compareMoney, minus } from '../../../rules/money.ts'
import type { GlAccount } from '../../ledger/rules/ledger.ts'
import { bookDays } from '../../ledger/service/days.ts'
import { glLine, glPeriod, glVoucher } from '../../ledger/table.ts'
import { loanAccount } from '../../loans/table.ts'
import { numberSeries } from '../../system/table.ts'
import { balanceRow, balanceTotals } from '../rules/balance.ts'
import { type CheckResult, hasEnded, lastDayOf, proofHours } from '../rules/closing.ts'
import { movementsOf } from './balances.ts'
import { lastProof } from './prove.ts'

/** 关账检查: each thing that has to hold before a month is closed, with what was compared. */

export async function checksOf(month: string, call: Pick<Call, 'today' | 'now'>): Promise<CheckResult[]> {
  const { today } = await bookDays(call)
  const plain = (code: CheckResult['code'], ok: boolean): CheckResult => ({
    code,
    ok,
    posted: null,
    counted: null,
  })
  const same = (code: CheckResult['code'], [posted, counted]: readonly [string, string]): CheckResult => ({
    code,
    ok: compareMoney(posted, counted) === 0,
    posted,
    counted,
  })
  const { closing } = balanceTotals((await movementsOf(month, null)).map(balanceRow))
  const proof = await lastProof()
  const isFresh =
    proof !== undefined && call.now.getTime() - Date.parse(proof.provedAt) < proofHours * 3_600_000
  return [
    plain('before', !(await isOpenBefore(month))),
    plain('ended', hasEnded(month, today)),
    await gapless(month),
    same('trial', [closing.debit, closing.credit]),
    same('principal', [await balanceOf('1531.01'), await ownPrincipal()]),
    same('deposit', [minus('0', await balanceOf('2241.01')), await sumOf(loanAccount.depositBalance)]),
    same('prepaid', [minus('0', await balanceOf('2203')), await sumOf(loanAccount.prepaidBalance)]),
    plain('proof', isFresh && proof.count === 0),
  ]
}

const isOpenBefore = async (month: string): Promise<boolean> =>
  (await db().$count(glPeriod, and(lt(glPeriod.month, month), eq(glPeriod.state, 'open')))) > 0

/** The numbers of the month are as many as were given out. */
async function gapless(month: string): Promise<CheckResult> {
  const name = `voucher:${month.replace('-', '')}`
  const [series] = await db()
    .select({ last: numberSeries.last })
    .from(numberSeries)
    .where(eq(numberSeries.name, name))
  const posted = await db().$count(
    glVoucher,
    sql`${glVoucher.bizDate} between ${`${month}-01`} and ${lastDayOf(month)}`,
  )
  const given = series?.last ?? 0
  return { code: 'gapless', ok: posted === given, posted: String(posted), counted: String(given) }
}

/** All that stands on an account of loans, debit less credit. */
async function balanceOf(account: GlAccount): Promise<string> {
  const [row] = await db()
    .select({ balance: sql<string>`coalesce(sum(${glLine.debit} - ${glLine.credit}), 0.00)` })
    .from(glLine)
    .where(eq(glLine.accountCode, account))
  return row?.balance ?? '0.00'
}

async function sumOf(column: typeof loanAccount.depositBalance | typeof loanAccount.prepaidBalance) {
  const [row] = await db()
    .select({ total: sql<string>`coalesce(sum(${column}), 0.00)` })
    .from(loanAccount)
  return row?.total ?? '0.00'
}

/**
 * The part of the loans' principal that is our own, by their plans: of a joint loan the funder's share of each
 * instalment is not, nor what of it was paid; of an assisted one nothing is, and what was written off stands in the
 * books no more.
 */
async function ownPrincipal(): Promise<string> {
  const { rows } = await db().execute<{ total: string }>(sql`
    select coalesce(sum(case
      when l.own_principal = 0 or l.status in ('核销', '已撤销') then 0
      when l.own_principal = l.principal then l.outstanding_principal
      else l.outstanding_principal - joint.funder end), 0.00) as total
    from loan_account l
    left join lateral (
      select sum(p.capital_principal - case
        when p.paid_principal >= p.principal then p.capital_principal
        else least(round(p.paid_principal * (l.terms -> 'funder' ->> 'share')::numeric / 1000000, 2),
          p.capital_principal) end) as funder
      from repay_plan p
      where p.tenant_id = l.tenant_id and p.loan_id = l.id and p.status <> '已作废'
    ) joint on l.own_principal > 0 and l.own_principal < l.principal`)
  return rows[0]?.total ?? '0.00'
}
