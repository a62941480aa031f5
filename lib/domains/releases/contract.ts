import * as z from 'zod'
import { read, write } from '../../platform/contract/endpoint.ts'
import { needs } from '../../platform/contract/field-permission.ts'
import { done, id, isoDate, line, listInput, money, page, workState } from '../../platform/contract/wire.ts'
import { cleanReference } from '../../rules/clean-value.ts'
import { milestoneCodes } from '../identity/rules/milestones.ts'
import { payWays } from '../identity/rules/tenant-settings.ts'
import { glAccountCodes, glEvents } from '../ledger/rules/ledger.ts'
import { planRowKinds } from '../loans/rules/facts.ts'
import { instalmentStates, loanStates } from '../loans/rules/loan-states.ts'
import { orderHeader, orderRow } from '../orders/contract.ts'
import { CHARGE_MODES } from '../orders/rules/quote.ts'
import { fileRow } from '../payment-files/contract.ts'
import { lineResults } from '../payment-files/rules/payment-file.ts'
import {
  disbursementStates,
  isRounded,
  payeeKinds,
  releaseLimits,
  releaseStates,
} from './rules/disbursement.ts'
import { handTaskKinds, taskLimits } from './rules/hand-task.ts'
import { dayColumns, lateReasons } from './rules/release-day.ts'
import { releaseTaskKinds } from './rules/release-task.ts'

/** 放款: what is still missing, who is paid what, and what the bank said. */

const releaseFacts = {
  releaseState: z.enum(releaseStates),
  payState: z.enum(disbursementStates).nullable(),
  silent: z.boolean(),
  unanswered: z.boolean(),
  openConditions: z.number().int(),
  uncheckedReceipts: z.number().int(),
  /** The number of the newest 放款单 that its bank contradicts. */
  contradicted: z.string().nullable(),
}

const releaseRow = orderRow.extend({
  ...releaseFacts,
  /** Of the newest 放款单; null before there is one. */
  payNo: z.string().nullable(),
  payAmount: z.string().nullable(),
  payeeName: z.string().nullable(),
  /** Masked. */
  payeeAccount: z.string().nullable(),
  failReason: z.string().nullable(),
  paidAt: z.string().nullable(),
  approvedAmount: z.string().nullable(),
  /** The sum its customer paid beyond the first sum due, to go back before the release. */
  overpaid: z.string(),
  missing: z.array(z.enum(milestoneCodes)),
})
export type ReleaseRow = z.output<typeof releaseRow>

/** The number that the bank gives what it did. */
const reference = line(cleanReference).max(releaseLimits.bankReference)

const paymentView = z.object({
  id: z.number().int(),
  payNo: z.string(),
  status: z.enum(disbursementStates),
  silent: z.boolean(),
  amount: z.string(),
  payerAccount: z.string(),
  payeeKind: z.enum(payeeKinds),
  payeeName: z.string(),
  /** A card is masked. */
  payeeAccount: z.string(),
  payeeBank: z.string(),
  makerName: z.string().nullable(),
  checkerName: z.string().nullable(),
  createdAt: z.string(),
  checkedAt: z.string().nullable(),
  paidAt: z.string().nullable(),
  bankReference: z.string().nullable(),
  failReason: z.string().nullable(),
  /** 回单, or what its result that waits for a second person is proven by. */
  proofName: z.string().nullable(),
  remark: z.string(),
  /** The word of its bank while something else counts; null once it is decided. */
  contradiction: z
    .object({
      result: z.enum(lineResults),
      bankReference: z.string(),
      reason: z.string(),
      saidAt: z.string(),
    })
    .nullable(),
})
export type PaymentView = z.output<typeof paymentView>

const planFigures = z.object({
  valueDate: z.string(),
  count: z.number().int(),
  monthlyPayment: z.string(),
  firstDueDate: z.string(),
  /** Of the first instalment that bears any. */
  firstInterest: z.string(),
  lastAmount: z.string(),
  totalInterest: z.string(),
  aprSimple: z.string().nullable(),
})

const planRow = z.object({
  periodNo: z.number().int(),
  kind: z.enum(planRowKinds),
  dueDate: z.string(),
  principal: z.string(),
  interest: z.string(),
  serviceFee: z.string(),
  amount: z.string(),
  balanceAfter: z.string(),
  status: z.enum(instalmentStates),
})

/** A posting with its lines. */
const voucherView = z.object({
  id: z.number().int(),
  voucherNo: z.string(),
  event: z.enum(glEvents),
  bizDate: z.string(),
  /** The number of the voucher that it reverses. */
  reverses: z.string().nullable(),
  lines: z.array(z.object({ account: z.enum(glAccountCodes), debit: z.string(), credit: z.string() })),
})

const loanView = z.object({
  id: z.number().int(),
  loanNo: z.string(),
  status: z.enum(loanStates),
  principal: z.string(),
  annualRate: z.string().nullable(),
  flatRateMonth: z.string().nullable(),
  term: z.number().int(),
  repayMethod: z.string(),
  valueDate: z.string(),
  maturity: z.string(),
  repayDay: z.number().int(),
  outstandingPrincipal: z.string(),
  depositBalance: z.string(),
  /** The sum that came in before its instalment was due: the first rent of rents in advance. */
  prepaidBalance: z.string(),
  nextDueDate: z.string().nullable(),
  nextDueAmount: z.string().nullable(),
})

const dayCell = z.object({ count: z.number().int(), amount: z.string() })

const answered = z.object({ orderId: z.number().int(), status: z.string(), rowVersion: z.number().int() })
const reason = z.string().trim().min(1, 'rules.required').max(releaseLimits.reason)
const payee = z.string().regex(/^(account|card):\d{1,15}$/)

/** A payment on 出纳日报. */
const dayRow = z.object({
  orderId: z.number().int(),
  orderNo: z.string(),
  customerName: z.string(),
  payNo: z.string(),
  payeeName: z.string(),
  amount: z.string(),
  bankReference: z.string(),
  paidAt: z.string().nullable(),
})
export type DayRow = z.output<typeof dayRow>

export const releases = {
  /** 待放款: orders on their way to the release, with what is still missing. */
  list: read({
    method: 'POST',
    path: '/biz/release/list',
    access: ['release:make', 'release:check', 'release:undo'],
    of: ['order', 'change'],
    input: z.object({
      ...listInput('turn:asc', 'stageEnteredAt', 'financeAmount', 'createdAt'),
      releaseState: workState(releaseStates),
      /** Those that this is still missing of. */
      missing: z.enum(milestoneCodes).optional(),
      capitalId: id().optional(),
      shopId: id().optional(),
      productId: id().optional(),
      amountMin: money().optional(),
      amountMax: money().optional(),
    }),
    output: page(releaseRow),
  }),
  /** One of them: the amount and what it follows from, who may be paid, and every 放款单 there was. */
  get: read({
    method: 'POST',
    path: '/biz/release/get',
    access: ['release:make', 'release:check', 'release:undo'],
    of: ['order', 'change'],
    input: z.object({ orderId: id() }),
    output: z.object({
      order: orderHeader,
      ...releaseFacts,
      missing: z.array(z.enum(milestoneCodes)),
      /** Null where the order gives no quote any more. */
      /** 放款金额 = 批复金额 − the fees that are kept from it. */
      amounts: z
        .object({
          approved: z.string(),
          kept: z.array(
            z.object({
              code: z.string(),
              name: z.string(),
              chargeMode: z.enum(CHARGE_MODES),
              amount: z.string(),
            }),
          ),
          netted: z.string(),
          amount: z.string(),
        })
        .nullable(),
      /** The plan as it was signed, and as it is on a release of today; null as the amounts are. */
      plans: z.object({ signed: planFigures, today: planFigures }).nullable(),
      /** The sum its customer paid beyond the first sum due, to go back before the release. */
      overpaid: z.string(),
      payees: z.array(z.object({ key: z.string(), name: z.string(), account: z.string(), bank: z.string() })),
      /** Of them the one that 制单 begins with: the one that was corrected or chosen before, else the first. */
      payee: z.string().nullable(),
      payers: z.array(z.object({ code: z.string(), label: z.string() })),
      payments: z.array(paymentView),
    }),
  }),
  /** 制单 of a release: a checker who is somebody else sends the money. */
  make: write({
    method: 'POST',
    path: '/biz/release/make',
    access: ['release:make'],
    writes: { on: 'order', id: 'orderId', action: 'release.make', proposes: 'release', many: true },
    input: z.object({
      orderId: id(),
      /** As it was shown; 400 where it is not what follows from the approval. */
      amount: money().optional(),
      /** One of those that may be paid; the first unless told. */
      payee: payee.optional(),
      payerAccount: line().max(40).optional(),
      remark: line().max(releaseLimits.remark).default(''),
    }),
    output: answered,
  }),
  /** 放款审核退回 (T27): it is not to be paid as it is; its clerks hear why. */
  back: write({
    method: 'POST',
    path: '/biz/release/back',
    access: ['release:make'],
    writes: { on: 'order', id: 'orderId', action: 'order.unready', many: true },
    input: z.object({ orderId: id(), reason }),
    output: answered,
  }),
  /** An order that was sent back is mended and no milestone is missing: it waits for its release again (T26). */
  ready: write({
    method: 'POST',
    path: '/biz/release/ready',
    access: ['release:make'],
    writes: { on: 'order', id: 'orderId', action: 'order.ready', many: true },
    input: z.object({ orderId: id() }),
    output: answered,
  }),
  /** 登记银行结果: what the bank's own paper says of a payment that it does not answer, or contradicts; a checker with the paper decides. */
  result: write({
    method: 'POST',
    path: '/biz/release/result',
    access: ['release:make'],
    writes: { on: 'order', id: 'orderId', action: 'release.result', proposes: 'bankResult' },
    kind: 'upload',
    maxBytes: 11 * 1024 * 1024,
    input: z.object({
      orderId: id(),
      result: z.enum(lineResults),
      bankReference: reference.default(''),
      paidAt: z.iso.datetime({ offset: true, error: 'form.timeWrong' }).or(z.literal('')).default(''),
      reason: z.string().trim().max(releaseLimits.reason).default(''),
    }),
    output: answered,
  }),
  /** 回单 of a payment, or what a registered result is proven by. */
  proof: read({
    method: 'GET',
    path: '/biz/release/proof/get',
    access: ['release:make', 'release:check', 'release:undo'],
    of: ['order', 'change'],
    kind: 'file',
    input: z.object({ orderId: id(), paymentId: id() }),
    output: done,
  }),
  /** 更正收款账户 of a release that failed. */
  retry: write({
    method: 'POST',
    path: '/biz/release/retry',
    access: ['release:make'],
    writes: { on: 'order', id: 'orderId', action: 'release.retry', proposes: 'payee' },
    input: z.object({ orderId: id(), payee, reason }),
    output: answered,
  }),
  /** 退票: the money came back. */
  undo: write({
    method: 'POST',
    path: '/biz/release/undo',
    access: ['release:undo'],
    writes: { on: 'order', id: 'orderId', action: 'release.undo', proposes: 'undo' },
    input: z.object({
      orderId: id(),
      bankReference: reference
        .min(1, 'rules.required')
        .refine((text) => !isRounded(text), 'releases.refusals.referenceRounded'),
      reason,
    }),
    output: answered,
  }),
  /** 还款计划: the loan of an order with its plan, its postings and what is left to do. */
  loan: read({
    method: 'POST',
    path: '/biz/release/loan',
    access: ['order:view'],
    of: ['order', 'change'],
    input: z.object({ orderId: id() }),
    output: z.object({
      order: orderHeader,
      /** Null before the release. */
      loan: loanView.nullable(),
      plan: z.array(planRow),
      totals: z.object({
        principal: z.string(),
        interest: z.string(),
        serviceFee: z.string(),
        amount: z.string(),
      }),
      /** The books that are ours to know: our part of it, the funder's of each row of the plan, what was posted. */
      books: needs(
        'order:internal',
        z.object({
          ownPrincipal: z.string().nullable(),
          funder: z.array(z.object({ principal: z.string(), interest: z.string() })).nullable(),
          vouchers: z.array(voucherView),
        }),
      ),
      tasks: z.array(
        z.object({
          kind: z.enum(releaseTaskKinds),
          dueDay: z.string(),
          doneAt: z.string().nullable(),
          doneOn: z.string().nullable(),
          courier: z.string(),
          expressNo: z.string(),
          note: z.string(),
          late: z.boolean(),
        }),
      ),
    }),
  }),
  /** 登记完成 of what a settlement left to do: 过户, 拆除GPS, 退还档案, and 解押 without papers of ours. */
  finishTask: write({
    method: 'POST',
    path: '/biz/release/task/finish',
    access: ['loan:propose', 'material:upload'],
    writes: { on: 'order', id: 'orderId', action: 'release.finish_task' },
    input: z.object({
      orderId: id(),
      kind: z.enum(handTaskKinds),
      doneOn: isoDate(),
      courier: line().max(taskLimits.courier).default(''),
      expressNo: line().max(taskLimits.expressNo).default(''),
      note: z.string().trim().max(taskLimits.note).default(''),
    }),
    output: z.object({ orderId: z.number().int(), rowVersion: z.number().int() }),
  }),
  /**
   * 出纳日报: what went out on a day, what of it is late, and its files; after the cut-off the day is the next one. The
   * newest sheet says all that is late now, and every file without an answer.
   */
  day: read({
    method: 'POST',
    path: '/biz/release/day',
    access: ['release:make', 'release:check'],
    of: ['order', 'change', 'paymentFile'],
    input: z.object({ day: isoDate().optional() }),
    output: z.object({
      day: z.string(),
      cutoff: z.string().nullable(),
      payBy: z.enum(payWays),
      /** The instant of its figures. */
      at: z.string(),
      files: z.array(fileRow),
      groups: z.array(
        z.object({
          capitalName: z.string(),
          payerAccount: z.string(),
          payerLabel: z.string(),
          cells: z.object(
            Object.fromEntries(dayColumns.map((column) => [column, dayCell])) as Record<
              (typeof dayColumns)[number],
              typeof dayCell
            >,
          ),
        }),
      ),
      /** 补记: booked on this day, though the bank had paid it on an earlier one. */
      backdated: z.array(dayRow),
      late: z.array(
        z.object({
          orderId: z.number().int(),
          orderNo: z.string(),
          customerName: z.string(),
          payNo: z.string(),
          amount: z.string(),
          why: z.enum(lateReasons),
          since: z.string(),
        }),
      ),
    }),
  }),
  /** The payments that make one figure of the sheet. */
  dayRows: read({
    method: 'POST',
    path: '/biz/release/day/rows',
    access: ['release:make', 'release:check'],
    of: ['order', 'change', 'paymentFile'],
    input: z.object({
      day: isoDate(),
      column: z.enum(dayColumns),
      capitalName: z.string().max(60),
      payerAccount: z.string().max(60),
    }),
    output: z.object({ rows: z.array(dayRow) }),
  }),
  /** The sheet as xlsx, payment by payment with the figure in which each stands; leaves an entry in 操作日志. */
  exportDay: read({
    method: 'POST',
    path: '/biz/release/day/export',
    access: ['release:make', 'release:check'],
    of: ['order', 'change', 'paymentFile'],
    leaves: 'list.export',
    kind: 'file',
    input: z.object({ day: isoDate() }),
    output: done,
  }),
}
