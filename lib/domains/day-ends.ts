import type { By } from '../platform/context.ts'
import { addDays } from '../rules/business-date.ts'
import { lapseDeductions } from './deductions/service/send-tasks.ts'
import { expireSettlements } from './settlements/service/expire.ts'

/**
 * The ends of a business day: each domain ends its own, in one transaction with the others, and says how many ended. The
 * close of day begins with them, again and again until none is left.
 */
export const dayEnds: readonly ((day: string, by: By) => Promise<number>)[] = [
  lapseDeductions,
  (day, { now }) => expireSettlements(addDays(day, 1), now),
]
