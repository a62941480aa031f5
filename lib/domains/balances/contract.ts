import * as z from 'zod'
import { read, write } from '../../platform/contract/endpoint.ts'
import { done, fileInput, id, line, listInput, page } from '../../platform/contract/wire.ts'
import { balanceKinds, balanceLimits, flowKinds, ownerKinds } from './rules/balance.ts'

/** 余额: accounts of shops and channels, with what moved on them. */

const row = z.object({
  id: z.number().int(),
  rowVersion: z.number().int(),
  ownerName: z.string(),
  ownerKind: z.enum(ownerKinds),
  kind: z.enum(balanceKinds),
  balance: z.string(),
  /** Waits to be checked. */
  frozen: z.string(),
  available: z.string(),
  asOf: z.string().nullable(),
  shopId: z.number().int().nullable(),
  createdAt: z.string(),
})
export type BalanceRow = z.output<typeof row>

const flowRow = z.object({
  id: z.number().int(),
  bizDay: z.string(),
  kind: z.enum(flowKinds),
  amount: z.string(),
  balanceAfter: z.string(),
  loanNo: z.string().nullable(),
  voucherNo: z.string().nullable(),
  payee: z.string(),
  reference: z.string(),
  note: z.string(),
  byName: z.string().nullable(),
  createdAt: z.string(),
})
export type BalanceFlowRow = z.output<typeof flowRow>

const access = ['balance:view', 'balance:save', 'balance:check'] as const
/** More than nothing, to the cent. */
const amount = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,2})?$/, 'balances.badAmount')
  .refine((text) => Number(text) > 0, 'balances.badAmount')
const written = z.object({ id: z.number().int(), rowVersion: z.number().int() })

const of = ['balance', 'change', 'loan'] as const
const listed = z.object({
  ...listInput('createdAt:desc'),
  ownerKind: z.enum(ownerKinds).optional(),
  kind: z.enum(balanceKinds).optional(),
})
const listedFlows = z.object({
  ...listInput('createdAt:desc', 'bizDay'),
  balanceId: id(),
  kind: z.enum(flowKinds).optional(),
})

export const balances = {
  /** 余额查询; `q` is a part of the name of a shop or channel. */
  list: read({
    method: 'POST',
    path: '/biz/balance/list',
    access,
    of,
    input: listed,
    output: page(row),
  }),
  /** The list as xlsx, at most 50,000 rows. */
  exportList: read({
    method: 'POST',
    path: '/biz/balance/export',
    access,
    of,
    leaves: 'list.export',
    kind: 'file',
    input: fileInput(listed),
    output: done,
  }),
  /** 流水 of one account. */
  flows: read({
    method: 'POST',
    path: '/biz/balance/flow/list',
    access,
    of,
    input: listedFlows,
    output: page(flowRow),
  }),
  /** The same as xlsx. */
  exportFlows: read({
    method: 'POST',
    path: '/biz/balance/flow/export',
    access,
    of,
    leaves: 'list.export',
    kind: 'file',
    input: fileInput(listedFlows),
    output: done,
  }),
  /** Accounts to which a withdrawal may be paid: those of its owner that were audited. */
  payees: read({
    method: 'POST',
    path: '/biz/balance/payees',
    access: ['balance:save'],
    of: ['account'],
    input: z.object({ balanceId: id() }),
    output: z.array(z.object({ id: z.number().int(), name: z.string() })),
  }),
  /** 充值登记: the money was seen. */
  topUp: write({
    method: 'POST',
    path: '/biz/balance/topup',
    access: ['balance:save'],
    writes: { on: 'balance', id: 'id', action: 'balance.topUp' },
    input: z.object({
      id: id(),
      amount,
      reference: line().min(1, 'rules.required').max(balanceLimits.line),
      note: z.string().trim().max(balanceLimits.reason).default(''),
    }),
    output: written,
  }),
  /** 提现申请: paid when a second person has checked it; 422 for more than is free. */
  withdraw: write({
    method: 'POST',
    path: '/biz/balance/withdraw',
    access: ['balance:save'],
    writes: { on: 'balance', id: 'id', action: 'balance.withdraw', proposes: 'withdrawal' },
    input: z.object({
      id: id(),
      amount,
      /** One of its owner's that was audited. */
      accountId: id(),
      reason: z.string().trim().min(1, 'rules.required').max(balanceLimits.reason),
    }),
    output: written,
  }),
}
