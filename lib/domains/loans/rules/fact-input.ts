import * as z from 'zod'
import { fenOf } from './exact.ts'
import { mostExtension } from './fact-permit.ts'
import { type FactFrame, type FactOf, fiveClasses, waivable } from './facts.ts'

/** Facts as people say them: amounts in yuan, what the loan itself knows left out. */

const amount = z.string().regex(/^(?!0+(\.0+)?$)\d{1,13}(\.\d{1,2})?$/, 'rules.amount')
const periodNo = z.number().int().min(1).max(600)

/** 费用, 减免, 保证金转入与抵扣, 展期, 五级下调, 冲正: nothing leaves the company by them. */
export const bookedFact = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('fee'), amount, periodNo: periodNo.nullable() }),
  z.object({ kind: z.literal('waiver'), amount, periodNo, component: z.enum(waivable) }),
  z.object({ kind: z.literal('deposit'), move: z.enum(['received', 'offset']), amount }),
  z.object({ kind: z.literal('plan'), periods: z.number().int().min(1).max(mostExtension) }),
  z.object({ kind: z.literal('downgrade'), to: z.enum(fiveClasses) }),
  z.object({ kind: z.literal('reversal'), of: z.number().int().min(2) }),
])

/** 溢缴退还, 保证金退还, 代偿: money goes out. */
export const paidOutFact = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('overpayment'), amount }),
  z.object({ kind: z.literal('deposit'), move: z.literal('refunded'), amount }),
  z.object({ kind: z.literal('compensation'), move: z.literal('paid'), amount }),
])

/** 还款, 代偿追回, 核销后收回: money came in. */
export const receivedFact = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('receipt'), amount }),
  z.object({ kind: z.literal('compensation'), move: z.literal('recovered'), amount }),
  z.object({ kind: z.literal('recovery'), amount }),
])

export const writeOffFact = z.object({ kind: z.literal('write_off') })

export const factInput = z.union([bookedFact, paidOutFact, receivedFact, writeOffFact])
export type FactInput = z.output<typeof factInput>

/** Those that end or lower a loan come of an application, the fees of a funder of a batch of its own. */
type BookedKind = FactInput['kind'] | 'settlement' | 'prepayment' | 'service_fee'

/** A fact without what its booking adds. */
export type FactBody = {
  [K in BookedKind]: { kind: K } & Omit<FactOf<K>, keyof FactFrame | 'kind'>
}[BookedKind]

/** The same as it is said: 展期 by its periods, since its rows follow from the loan. */
export type SaidBody = Exclude<FactBody, { kind: 'plan' }> | { kind: 'plan'; periods: number }

/** In fen, as the fold takes it. */
export const factBody = (said: FactInput): SaidBody =>
  ('amount' in said ? { ...said, amount: fenOf(said.amount) } : said) as SaidBody
