import { eq } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import type { Call } from '../../../platform/context.ts'
import { changedBy } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { compareMoney } from '../../../rules/money.ts'
import { lenderOf } from '../../materials/service/mortgages.ts'
import { forgetInsurersPolicy } from '../../materials/service/policies.ts'
import type { Order } from '../../orders/service/move-order.ts'
import { isFailed, isInsured, isUnderway, type UnderwritingState } from '../rules/underwriting.ts'
import { underwriting } from '../table.ts'
import { tellSubmitter } from './tell-submitter.ts'
import { type Trial, type Underwriting, underwritingOf } from './underwriting-record.ts'

/**
 * Everything that an insurer stands for, or is asked for, counts no more once it names another loan, lender or car than
 * the order has now. Its policy is none of the order's; whoever submitted it hears that it is to be taken back or
 * endorsed.
 *
 * @param isOtherCar which a submission does not say itself
 * @returns whether there was such a one
 */
export async function outdateUnderwriting(
  order: Order,
  { isOtherCar, reason }: { isOtherCar: boolean; reason: string },
  call: Call,
): Promise<boolean> {
  const { rows, trial, facts } = await underwritingOf(order, call)
  const [row] = rows
  if (!facts.asked || !row || row.outdated || !mayStand(row.status)) return false
  if (!isOtherCar && saysOf(row, trial) && row.beneficiary === ((await lenderOf(order)) || null)) return false
  await db()
    .update(underwriting)
    .set({
      outdated: true,
      conflict: false,
      ...changedBy(underwriting, call),
    })
    .where(eq(underwriting.id, row.id))
  await forgetInsurersPolicy(order.id, call)
  const { orderNo, customerName: name } = order
  await tellSubmitter(
    order,
    row,
    {
      title: say('underwriting.toldWithdraw', { orderNo }),
      body: say('underwriting.toldOutdated', { name, reason, submitNo: row.submitNo }),
    },
    call,
  )
  return true
}

/** The insurer stands for it, or may say so yet: also of one whose last question failed, an earlier one may be answered. */
const mayStand = (status: UnderwritingState) => isInsured(status) || isUnderway(status) || isFailed(status)

/** It insures what the order's plan comes to now. The premium is the insurer's word. */
const saysOf = (row: Underwriting, trial: Trial | null): boolean =>
  trial !== null &&
  compareMoney(row.sumInsured, trial.sumInsured) === 0 &&
  row.years === trial.years &&
  row.planCode === trial.planCode
