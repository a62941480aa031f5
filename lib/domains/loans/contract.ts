import * as z from 'zod'
import { read, write } from '../../platform/contract/endpoint.ts'
import { id, isoDate, json } from '../../platform/contract/wire.ts'
import { glAccountCodes, glEvents } from '../ledger/rules/ledger.ts'
import { bookedFact, factInput, paidOutFact, writeOffFact } from './rules/fact-input.ts'
import { factKinds, planRowKinds } from './rules/facts.ts'
import { figureNames } from './rules/figures.ts'
import { loanStates } from './rules/loan-states.ts'

/** 借据: what happens to a loan after its release, and what that changes. */

const side = z
  .object({
    principal: z.string(),
    interest: z.string(),
    fee: z.string(),
    penalty: z.string(),
    paid: z.string(),
    waived: z.string(),
    status: z.string(),
  })
  .nullable()
const figures = z.object(
  Object.fromEntries(figureNames.map((name) => [name, z.string()])) as Record<
    (typeof figureNames)[number],
    z.ZodString
  >,
)

/** A loan before a fact and behind it: figures, instalments and postings. */
export const loanChangeView = z.object({
  before: figures,
  after: figures,
  instalments: z.array(
    z.object({
      periodNo: z.number().int(),
      kind: z.enum(planRowKinds),
      dueDate: z.string(),
      before: side,
      after: side,
    }),
  ),
  entries: z.array(
    z.object({
      event: z.enum(glEvents),
      bizDate: z.string(),
      mirrors: z.number().int().nullable(),
      lines: z.array(z.object({ account: z.enum(glAccountCodes), debit: z.string(), credit: z.string() })),
    }),
  ),
})
export type LoanChangeView = z.output<typeof loanChangeView>

const reason = z.string().trim().min(1, 'rules.required').max(200)
const answered = z.object({
  loanId: z.number().int(),
  status: z.enum(loanStates),
  rowVersion: z.number().int(),
})

export const loans = {
  /** 借据现状: all that a fact of it begins with: the business day, what is owed, and what may be reversed. */
  standing: read({
    method: 'POST',
    path: '/biz/loan/standing',
    access: ['loan:view', 'loan:register', 'loan:propose', 'loan:write_off'],
    of: ['loan', 'order'],
    input: z.object({ loanId: id() }),
    output: z.object({
      loanId: z.number().int(),
      loanNo: z.string(),
      rowVersion: z.number().int(),
      customerName: z.string(),
      /** 营业日. */
      today: z.string(),
      /** A funder has money in it. */
      isFunded: z.boolean(),
      figures,
      /** Of instalments that have begun, as far as something is unpaid. */
      unpaid: z.array(
        z.object({
          periodNo: z.number().int(),
          dueDate: z.string(),
          penalty: z.string(),
          interest: z.string(),
          fee: z.string(),
        }),
      ),
      /** Facts that count, but for the release; the newest first. */
      facts: z.array(
        z.object({
          factNo: z.number().int(),
          kind: z.enum(factKinds),
          amount: z.string().nullable(),
          valueDate: z.string(),
        }),
      ),
    }),
  }),
  /** The loan before a fact and behind it, and why it cannot be booked. */
  preview: read({
    method: 'POST',
    path: '/biz/loan/preview',
    access: ['loan:register', 'loan:propose', 'loan:write_off', 'loan:check'],
    of: ['loan', 'order'],
    input: z.object({ loanId: id(), valueDate: isoDate(), fact: json(factInput) }),
    output: loanChangeView.extend({ refusal: z.string().nullable() }),
  }),
  /** 费用, 减免, 保证金转入与抵扣, 五级下调, 冲正: booked when a second person has checked it. */
  propose: write({
    method: 'POST',
    path: '/biz/loan/propose',
    access: ['loan:propose'],
    writes: { on: 'loan', id: 'loanId', action: 'loan.propose', proposes: 'loanFact' },
    input: z.object({ loanId: id(), valueDate: isoDate(), fact: json(bookedFact), reason }),
    output: answered,
  }),
  /** 溢缴退还, 保证金退还, 代偿: paid when a second person has checked it. */
  payOut: write({
    method: 'POST',
    path: '/biz/loan/payout',
    access: ['loan:propose'],
    writes: { on: 'loan', id: 'loanId', action: 'loan.pay_out', proposes: 'loanPayout' },
    input: z.object({ loanId: id(), valueDate: isoDate(), fact: json(paidOutFact), reason }),
    output: answered,
  }),
  /** 核销. */
  writeOff: write({
    method: 'POST',
    path: '/biz/loan/writeoff',
    access: ['loan:write_off'],
    writes: { on: 'loan', id: 'loanId', action: 'loan.write_off', proposes: 'writeOff' },
    input: z.object({ loanId: id(), valueDate: isoDate(), fact: json(writeOffFact), reason }),
    output: answered,
  }),
}
