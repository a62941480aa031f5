import { eq } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import type { InstRounding } from '../../../rules/amortise.ts'
import { addMonths } from '../../../rules/business-date.ts'
import { InputError } from '../../../rules/input-error.ts'
import type { RepayMethod } from '../../../rules/schedule.ts'
import type { Order } from '../../orders/service/move-order.ts'
import { valuesOf } from '../../products/service/product-values.ts'
import { product } from '../../products/table.ts'
import { fenOf, ppmOf } from '../rules/exact.ts'
import type { PrepayWay } from '../rules/facts.ts'
import { type AllocationPart, type LoanTerms, usualTerms } from '../rules/terms.ts'

/** Everything that a loan keeps for life of the version of its product, as it was on the day of the release. */

type Started = { valueDate: string; rows: readonly { startDate: string; dueDate: string }[] }

/** @param shared who else has money in it */
export async function loanTermsOf(
  order: Order,
  started: Started,
  shared: 'joint' | 'assisted' | null,
): Promise<LoanTerms> {
  const [row] = await db()
    .select()
    .from(product)
    .where(eq(product.id, order.productId ?? 0))
  if (!row) throw new InputError('productId', 'format', `there is no product ${order.productId}`)
  const values = valuesOf(row)
  return {
    ...usualTerms,
    method: row.repayMethod as RepayMethod,
    annualRate: ppmOf(order.annualRate ?? '0'),
    monthly: row.dayCount === '30/360',
    basis: row.dayCount === 'ACT/365' ? 365 : 360,
    rounding: row.instRounding as InstRounding,
    oddFirstPeriod: isOdd(started),
    penalty: {
      ...usualTerms.penalty,
      daily: ppmOf(values.penaltyDaily),
      graceDays: Number(values.graceDays),
    },
    allocation: { ...usualTerms.allocation, order: values.allocOrder as AllocationPart[] },
    early: {
      ...usualTerms.early,
      tiers: values.earlyTiers.map(({ through, rate }) => ({ through: Number(through), rate: ppmOf(rate) })),
      minPeriods: Number(values.earlyMinPeriods),
      interest: values.earlyInterest === 'full_period' ? 'full_period' : 'to_date',
    },
    prepay: {
      least: fenOf(values.prepayMin),
      timesAYear: values.prepayTimes === '' ? null : Number(values.prepayTimes),
      ways: values.prepayWays as PrepayWay[],
    },
    funder:
      shared === 'joint'
        ? { kind: 'joint', share: ppmOf(values.funderShare) }
        : shared === 'assisted'
          ? { kind: 'assisted', annualRate: ppmOf(values.funderRate) }
          : null,
  }
}

/** The first period is other than a month: a fixed repayment day made it. */
function isOdd({ valueDate, rows }: Started): boolean {
  const first = rows.find(({ startDate, dueDate }) => startDate < dueDate)
  const own = addMonths(valueDate, 1, Math.min(Number(valueDate.slice(8)), 28))
  return first !== undefined && first.dueDate !== own && first.dueDate !== addMonths(valueDate, 1)
}
