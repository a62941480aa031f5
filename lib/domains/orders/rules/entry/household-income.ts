import { amount } from '../../../../rules/fields.ts'
import { r2, sum, times } from '../../../../rules/money.ts'
import type { EntryValues } from './entry-values.ts'

const amounts = (texts: readonly string[]) =>
  texts.map((text) => text.trim()).filter((text) => text !== '' && amount(text) === null)

/** The monthly income that bears the instalment: the customer's, the co-lessees', and what counts of the guarantors'. */
export function householdIncome(
  { employment, coLessees, guarantors }: EntryValues,
  guarantorShare: string | undefined,
): string {
  const others = coLessees.map(({ monthlyIncome }) => monthlyIncome)
  const guaranteed = guarantorShare
    ? amounts(guarantors.map(({ monthlyIncome }) => monthlyIncome)).map((one) =>
        r2(times(one, guarantorShare)),
      )
    : []
  return sum([...amounts([employment.monthlyIncome, employment.otherIncome, ...others]), ...guaranteed])
}
