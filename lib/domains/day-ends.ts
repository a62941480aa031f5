import type { By } from '../platform/context.ts'
import { lapseDeductions } from './deductions/service/send-tasks.ts'

/**
 * The ends of a business day: each domain ends its own, in one transaction with the others, and says how many ended. The
 * close of day begins with them.
 */
export const dayEnds: readonly ((day: string, by: By) => Promise<number>)[] = [lapseDeductions]
