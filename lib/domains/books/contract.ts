import * as z from 'zod'
import { read, write } from '../../platform/contract/endpoint.ts'
import {
  done,
  fileInput,
  groupBy,
  groups,
  id,
  isoDate,
  json,
  line,
  listInput,
  page,
} from '../../platform/contract/wire.ts'
import { accountKinds, accountSides, glAccountCodes, glEvents } from '../ledger/rules/ledger.ts'
import { loanStates } from '../loans/rules/loan-states.ts'
import { closingChecks } from './rules/closing.ts'
import { fileFields, isLayout } from './rules/voucher-file.ts'

/** 账务: the books of the tenant as people read them, and the periods that they close. */

const month = () => z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'books.wrongMonth')

const ledgerSums = {
  principal: z.string(),
  receivedPrincipal: z.string(),
  receivedInterest: z.string(),
  receivedPenalty: z.string(),
  outstandingPrincipal: z.string(),
  deposit: z.string(),
  serviceFee: z.string(),
  rebate: z.string(),
}
const ledgerRow = z.object({
  id: z.number().int(),
  orderId: z.number().int(),
  loanNo: z.string(),
  orderNo: z.string(),
  customerName: z.string(),
  branchName: z.string(),
  shopName: z.string(),
  /** Null where all of it is our own money. */
  capitalName: z.string().nullable(),
  productName: z.string(),
  releasedAt: z.string(),
  ...ledgerSums,
  periodsPaid: z.number().int(),
  mortgageStatus: z.string().nullable(),
  bucket: z.string(),
  status: z.enum(loanStates),
})
export type LedgerRow = z.output<typeof ledgerRow>

const ledgerFilters = {
  releasedFrom: isoDate().optional(),
  releasedTo: isoDate().optional(),
  branchId: id().optional(),
  capitalId: id().optional(),
  productId: id().optional(),
  status: json(z.array(z.enum(loanStates)).max(loanStates.length)).optional(),
}
const ledgerGroup = groupBy('status', 'bucket')
const ledgerInput = z.object({
  ...listInput('releasedAt:desc', 'principal', 'outstandingPrincipal'),
  ...ledgerFilters,
  group: ledgerGroup.optional(),
})

const voucherLine = z.object({
  account: z.enum(glAccountCodes),
  name: z.string(),
  debit: z.string(),
  credit: z.string(),
})
const ofOrder = {
  orderId: z.number().int().nullable(),
  orderNo: z.string().nullable(),
  customerName: z.string().nullable(),
  loanNo: z.string().nullable(),
}
const voucherRow = z.object({
  id: z.number().int(),
  voucherNo: z.string(),
  bizDate: z.string(),
  event: z.enum(glEvents),
  ...ofOrder,
  /** The number of what it mirrors. */
  reversedNo: z.string().nullable(),
  amount: z.string(),
  lines: z.array(voucherLine),
  createdAt: z.string(),
})
export type VoucherRow = z.output<typeof voucherRow>

const voucherFilters = {
  dayFrom: isoDate().optional(),
  dayTo: isoDate().optional(),
  event: z.enum(glEvents).optional(),
  account: z.enum(glAccountCodes).optional(),
}

const lineRow = z.object({
  id: z.number().int(),
  bizDate: z.string(),
  voucherNo: z.string(),
  event: z.enum(glEvents),
  ...ofOrder,
  debit: z.string(),
  credit: z.string(),
  /** Behind this line, debit less credit. */
  balance: z.string(),
})
export type LineRow = z.output<typeof lineRow>

const lineInput = z.object({
  ...listInput('bizDate:asc'),
  accountCode: z.enum(glAccountCodes).default('1002'),
  dayFrom: isoDate().optional(),
  dayTo: isoDate().optional(),
})

const sides = z.object({ debit: z.string(), credit: z.string() })
const parts = { opening: sides, moved: sides, closing: sides }

const accountRow = z.object({
  id: z.number().int(),
  rowVersion: z.number().int(),
  code: z.enum(glAccountCodes),
  name: z.string(),
  kind: z.enum(accountKinds),
  normalSide: z.enum(accountSides),
  outsideCode: z.string(),
  validFrom: z.string(),
})
export type AccountRow = z.output<typeof accountRow>

const periodRow = z.object({
  id: z.number().int(),
  rowVersion: z.number().int(),
  month: z.string(),
  state: z.enum(['open', 'closed']),
  /** Its last closed month is the one that may be opened again. */
  isLastClosed: z.boolean(),
  /** A change of it waits for its second person. */
  waits: z.boolean(),
  vouchers: z.number().int(),
  movedAt: z.string().nullable(),
  movedByName: z.string().nullable(),
  checkedByName: z.string().nullable(),
  reason: z.string(),
})
export type PeriodRow = z.output<typeof periodRow>

const columns = z
  .array(z.object({ field: z.enum(fileFields), title: line().min(1, 'rules.required').max(30) }))
  .max(fileFields.length)

const viewers = ['ledger:view'] as const

export const books = {
  /** 业务台账: one row per loan; `q` as in the lists of orders, or the beginning of a loan's number. */
  list: read({
    method: 'POST',
    path: '/biz/books/list',
    access: viewers,
    of: ['loan', 'order'],
    input: ledgerInput,
    output: page(ledgerRow),
  }),
  /** The sums over all rows that match. */
  totals: read({
    method: 'POST',
    path: '/biz/books/totals',
    access: viewers,
    of: ['loan', 'order'],
    input: z.object({ q: ledgerInput.shape.q, ...ledgerFilters }),
    output: z.object(ledgerSums),
  }),
  /** The groups of all rows that match. */
  groups: read({
    method: 'POST',
    path: '/biz/books/groups',
    access: viewers,
    of: ['loan', 'order'],
    input: z.object({ q: ledgerInput.shape.q, ...ledgerFilters, group: ledgerGroup }),
    output: groups(),
  }),
  exportList: read({
    method: 'POST',
    path: '/biz/books/export',
    access: viewers,
    of: ['loan', 'order'],
    leaves: 'list.export',
    kind: 'file',
    input: fileInput(ledgerInput),
    output: done,
  }),
  /** 凭证; `q` is the beginning of a voucher's or a loan's number, or as in the lists of orders. */
  vouchers: read({
    method: 'POST',
    path: '/biz/books/voucher/list',
    access: viewers,
    of: ['loan', 'order', 'glAccount'],
    input: z.object({ ...listInput('bizDate:desc'), ...voucherFilters }),
    output: page(voucherRow),
  }),
  /** Their lines as xlsx for accounting programs, in the columns of the tenant. */
  exportVouchers: read({
    method: 'POST',
    path: '/biz/books/voucher/file',
    access: viewers,
    of: ['loan', 'order', 'glAccount', 'voucherLayout'],
    leaves: 'list.export',
    kind: 'file',
    input: z.object({ q: listInput('bizDate:desc').q, ...voucherFilters }),
    output: done,
  }),
  voucherColumns: read({
    method: 'POST',
    path: '/biz/books/voucher/columns',
    access: viewers,
    of: ['voucherLayout'],
    input: z.object({}),
    output: z.object({ columns }),
  }),
  /** The columns of the file in their order, and their names there. */
  saveVoucherColumns: write({
    method: 'POST',
    path: '/biz/books/voucher/columns/save',
    access: ['ledger:close'],
    writes: { on: 'voucherLayout', action: 'voucher_layout.save' },
    input: z.object({ columns: json(columns.refine(isLayout, 'books.wrongLayout')) }),
    output: done,
  }),
  /** 科目余额表 of a month, the one of the business day unless told. */
  balance: read({
    method: 'POST',
    path: '/biz/books/balance',
    access: viewers,
    of: ['loan', 'order', 'glAccount'],
    input: z.object({ month: month().optional() }),
    output: z.object({
      month: z.string(),
      rows: z.array(
        z.object({
          code: z.enum(glAccountCodes),
          name: z.string(),
          kind: z.enum(accountKinds),
          ...parts,
        }),
      ),
      totals: z.object({ ...parts, balanced: z.boolean() }),
    }),
  }),
  /** 科目明细: the lines of an account, each with the balance behind it. */
  lines: read({
    method: 'POST',
    path: '/biz/books/line/list',
    access: viewers,
    of: ['loan', 'order'],
    input: lineInput,
    output: page(lineRow),
  }),
  exportLines: read({
    method: 'POST',
    path: '/biz/books/line/export',
    access: viewers,
    of: ['loan', 'order'],
    leaves: 'list.export',
    kind: 'file',
    input: fileInput(lineInput),
    output: done,
  }),
  /** 会计科目. */
  accounts: read({
    method: 'POST',
    path: '/biz/books/account/list',
    access: viewers,
    of: ['glAccount'],
    input: z.object({ ...listInput('code:asc'), kind: z.enum(accountKinds).optional() }),
    output: page(accountRow),
  }),
  /** Another name, and the code in the tenant's accounting program, from today on. */
  saveAccount: write({
    method: 'POST',
    path: '/biz/books/account/save',
    access: ['ledger:close'],
    writes: { on: 'glAccount', id: 'id', action: 'gl_account.save' },
    input: z.object({
      id: id(),
      name: line().min(1, 'rules.required').max(40),
      outsideCode: line().max(30).default(''),
    }),
    output: done,
  }),
  /** 会计期间. */
  periods: read({
    method: 'POST',
    path: '/biz/books/period/list',
    access: viewers,
    of: ['period', 'change', 'loan', 'order'],
    input: z.object({ ...listInput('month:desc'), state: z.enum(['open', 'closed']).optional() }),
    output: page(periodRow),
  }),
  /** 关账检查: all that has to hold before it is closed. */
  closing: read({
    method: 'POST',
    path: '/biz/books/period/closing',
    access: viewers,
    of: ['period', 'change', 'loan', 'order'],
    input: z.object({ id: id() }),
    output: z.object({
      month: z.string(),
      checks: z.array(
        z.object({
          code: z.enum(closingChecks),
          ok: z.boolean(),
          posted: z.string().nullable(),
          counted: z.string().nullable(),
        }),
      ),
      /** The newest 账务自证. */
      proof: z
        .object({
          provedAt: z.string(),
          loans: z.number().int(),
          count: z.number().int(),
          differences: z.array(
            z.object({ loanNo: z.string(), what: z.string(), stored: z.string(), folded: z.string() }),
          ),
        })
        .nullable(),
      /** It is being made. */
      proving: z.boolean(),
    }),
  }),
  /** 账务自证: a job folds all loans and compares them with the books. */
  prove: write({
    method: 'POST',
    path: '/biz/books/period/prove',
    access: ['ledger:close', 'ledger:check'],
    writes: { on: 'period', id: 'id', anyVersion: true, action: 'gl_period.prove' },
    input: z.object({ id: id() }),
    output: done,
  }),
  /** 关账, when a second person has checked it. */
  closePeriod: write({
    method: 'POST',
    path: '/biz/books/period/close',
    access: ['ledger:close'],
    writes: { on: 'period', id: 'id', action: 'gl_period.close', proposes: 'period' },
    input: z.object({ id: id(), reason: z.string().trim().max(200).default('') }),
    output: done,
  }),
  /** 反结账 of the last closed month. */
  reopenPeriod: write({
    method: 'POST',
    path: '/biz/books/period/reopen',
    access: ['ledger:close'],
    writes: { on: 'period', id: 'id', action: 'gl_period.reopen', proposes: 'period' },
    input: z.object({ id: id(), reason: z.string().trim().min(1, 'rules.required').max(200) }),
    output: done,
  }),
}
