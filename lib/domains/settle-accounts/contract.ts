import * as z from 'zod'
import { read, write } from '../../platform/contract/endpoint.ts'
import { done, flag, id, isoDate, line, listInput, page } from '../../platform/contract/wire.ts'
import {
  accountKinds,
  accountLimits,
  accountOwners,
  accountStates,
  isAccountNo,
} from './rules/settle-account.ts'

/** 账户审核: the accounts of shops, channels and branches to which money is paid. */

const accountRow = z.object({
  id: z.number().int(),
  rowVersion: z.number().int(),
  ownerKind: z.enum(accountOwners),
  ownerName: z.string(),
  shopId: z.number().int().nullable(),
  channelId: z.number().int().nullable(),
  branchId: z.number().int().nullable(),
  accountKind: z.enum(accountKinds),
  holderName: z.string(),
  /** Masked. */
  accountNo: z.string(),
  bankName: z.string(),
  isCorporate: z.boolean(),
  status: z.enum(accountStates),
  createdByName: z.string().nullable(),
  auditByName: z.string().nullable(),
  auditAt: z.string().nullable(),
  auditNote: z.string().nullable(),
  createdAt: z.string(),
})
export type AccountRow = z.output<typeof accountRow>

export const settleAccounts = {
  list: read({
    method: 'POST',
    path: '/biz/account/list',
    access: ['account:save', 'account:check'],
    of: ['account', 'change'],
    input: z.object({
      ...listInput('createdAt:desc', 'auditAt'),
      ownerKind: z.enum(accountOwners).optional(),
      /** The days on which it was entered. */
      createdFrom: isoDate().optional(),
      createdTo: isoDate().optional(),
      shopId: id().optional(),
      accountKind: z.enum(accountKinds).optional(),
      status: z.enum(accountStates).optional(),
    }),
    output: page(accountRow),
  }),
  /** A new account, or other values of one; both wait for a second person, and the old values count until then. */
  save: write({
    method: 'POST',
    path: '/biz/account/save',
    access: ['account:save'],
    writes: { on: 'account', id: 'id', action: 'account.propose', proposes: 'account' },
    input: z.object({
      id: id().optional(),
      /** Its owner is one of the three. */
      shopId: id().optional(),
      channelId: id().optional(),
      branchId: id().optional(),
      accountKind: z.enum(accountKinds),
      holderName: line().min(1, 'rules.required').max(accountLimits.holder),
      accountNo: z.string().refine(isAccountNo, 'accounts.wrongNumber'),
      bankName: line().min(1, 'rules.required').max(accountLimits.bank),
      isCorporate: flag(),
      reason: z.string().trim().max(accountLimits.reason).default(''),
    }),
    output: z.object({ id: z.number().int() }),
  }),
  /** 停用: nothing is paid there any more. It needs no second person. */
  stop: write({
    method: 'POST',
    path: '/biz/account/stop',
    access: ['account:save'],
    writes: { on: 'account', id: 'id', action: 'account.stop' },
    input: z.object({
      id: id(),
      reason: z.string().trim().min(1, 'rules.required').max(accountLimits.reason),
    }),
    output: done,
  }),
}
