import { amount, compareTyped, tidy } from '../../../../rules/fields.ts'
import { compareMoney, minus, ratio } from '../../../../rules/money.ts'
import type { EntryValues } from './entry-values.ts'

type Down = { downPayment: string; downRatio: string }

/** Of a car that is there already the part that is not wanted as money; nothing while the amount cannot be. */
export function ownPart({ financing }: EntryValues, carPrice: string | null): Down {
  const wanted = tidy(financing.wantedAmount)
  const fits = carPrice !== null && amount(wanted) === null && compareTyped(wanted, carPrice) <= 0
  if (!fits) return { downPayment: '', downRatio: '' }
  const downPayment = minus(carPrice, wanted)
  return { downPayment, downRatio: compareMoney(carPrice, '0') > 0 ? ratio(downPayment, carPrice) : '' }
}
