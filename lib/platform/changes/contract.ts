import * as z from 'zod'
import { orderTies } from '../../domains/orders/rules/order-ties.ts'
import { read, write } from '../contract/endpoint.ts'
import { done, id, isoDate, json, listInput, page } from '../contract/wire.ts'
import {
  type ChangeLine,
  changeKinds,
  changeLimits,
  changePermissions,
  changeStates,
  checkPermissions,
  makePermissions,
} from './rules/pending-change.ts'

/** 制单与复核: what waits for a second person, and what became of it. */

const line = z.custom<ChangeLine>((value) => typeof value === 'object' && value !== null)

const changeRow = z.object({
  id: z.number().int(),
  rowVersion: z.number().int(),
  kind: z.enum(changeKinds),
  /** The record it is about, in a word: the number of an order, the name of a shop. */
  title: z.string(),
  orderId: z.number().int().nullable(),
  aboutId: z.number().int(),
  lines: z.array(line),
  /** The amount paid by it; null where nothing is. */
  amount: z.string().nullable(),
  /** Of the content: what is checked is what was shown. */
  contentHash: z.string(),
  reason: z.string(),
  state: z.enum(changeStates),
  expiresAt: z.string(),
  madeBy: z.number().int(),
  madeByName: z.string(),
  madeAt: z.string(),
  decidedByName: z.string().nullable(),
  /** In whose place, where a deputy decided. */
  decidedForName: z.string().nullable(),
  decidedAt: z.string().nullable(),
  decideReason: z.string().nullable(),
  /** The reason why the reader never checks it, whatever he holds: what he did on its order, or where he belongs. */
  tie: z.enum(orderTies).nullable(),
})
export type ChangeRow = z.output<typeof changeRow>

const reason = z.string().trim().min(1, 'rules.required').max(changeLimits.reason)
const hash = z.string().regex(/^[0-9a-f]{64}$/)

const deputyRow = z.object({
  id: z.number().int(),
  rowVersion: z.number().int(),
  userName: z.string(),
  deputyName: z.string(),
  fromDay: z.string(),
  untilDay: z.string(),
  reason: z.string(),
  state: z.enum(['planned', 'active', 'over']),
  /** It is the caller's own. */
  own: z.boolean(),
})
export type DeputyRow = z.output<typeof deputyRow>

export const changes = {
  /** 待我复核: what waits for the caller, what he made, or all of the kinds that are his. */
  list: read({
    method: 'POST',
    path: '/biz/change/list',
    access: changePermissions,
    of: ['change'],
    input: z.object({
      ...listInput('madeAt:desc', 'expiresAt', 'amount'),
      view: z.enum(['check', 'made', 'all']).default('check'),
      kind: z.enum(changeKinds).optional(),
      state: z.enum(changeStates).optional(),
    }),
    output: page(changeRow),
  }),
  /** The number that wait for the caller, for the home page. */
  count: read({
    method: 'POST',
    path: '/biz/change/count',
    access: checkPermissions,
    of: ['change'],
    unattended: true,
    input: z.object({}),
    output: z.object({ count: z.number().int() }),
  }),
  /** The changes of one record, the newest first, for its banner. */
  of: read({
    method: 'POST',
    path: '/biz/change/of',
    access: changePermissions,
    of: ['change'],
    input: z.object({ kind: z.enum(changeKinds), aboutId: id() }),
    output: z.object({ data: z.array(changeRow) }),
  }),
  /**
   * 复核通过 of one or many, each with the hash of what was shown. One that cannot be is refused; of many those are left
   * and told with their reason. Where a kind wants it, with the caller's pay password.
   */
  approve: write({
    method: 'POST',
    path: '/biz/change/approve',
    access: checkPermissions,
    writes: { on: 'change', id: 'ids', anyVersion: true, action: ['change.approve', 'change.leave'] },
    input: z.object({
      ids: json(z.array(z.number().int().min(1)).min(1).max(changeLimits.many)),
      /** One for each of the ids, in their order. */
      hashes: json(z.array(hash).min(1).max(changeLimits.many)),
      /** Hashed as passwords travel. */
      payPassword: z.string().max(64).optional(),
    }),
    output: z.object({
      done: z.array(z.number().int()),
      left: z.array(z.object({ id: z.number().int(), title: z.string(), reason: z.string() })),
    }),
  }),
  /** The same question without doing anything: what would go now, and why the rest would not. */
  judge: read({
    method: 'POST',
    path: '/biz/change/judge',
    access: checkPermissions,
    of: ['change'],
    locks: true,
    input: z.object({
      ids: json(z.array(z.number().int().min(1)).min(1).max(changeLimits.many)),
      hashes: json(z.array(hash).min(1).max(changeLimits.many)),
    }),
    output: z.object({
      goes: z.array(z.number().int()),
      left: z.array(z.object({ id: z.number().int(), reason: z.string() })),
    }),
  }),
  /** 驳回: back to whoever made it, with the reason. */
  refuse: write({
    method: 'POST',
    path: '/biz/change/refuse',
    access: checkPermissions,
    writes: { on: 'change', id: 'id', action: 'change.refuse', many: true },
    input: z.object({ id: id(), reason }),
    output: done,
  }),
  /** 撤回 by whoever made it. */
  withdraw: write({
    method: 'POST',
    path: '/biz/change/withdraw',
    access: makePermissions,
    writes: { on: 'change', id: 'id', action: 'change.withdraw' },
    input: z.object({ id: id(), reason }),
    output: done,
  }),
  /** 代理复核: who checks in whose place. */
  deputies: read({
    method: 'POST',
    path: '/biz/change/deputy/list',
    access: checkPermissions,
    of: ['deputy'],
    input: z.object({ ...listInput('fromDay:desc') }),
    output: page(deputyRow),
  }),
  /** The users who could be the caller's deputy: colleagues whose own duties allow it. */
  deputyChoices: read({
    method: 'POST',
    path: '/biz/change/deputy/choices',
    access: checkPermissions,
    of: ['user'],
    input: z.object({}),
    output: z.object({
      data: z.array(
        z.object({
          id: z.number().int(),
          name: z.string(),
          account: z.string(),
          orgName: z.string(),
          roleNames: z.array(z.string()),
        }),
      ),
    }),
  }),
  /** A colleague checks in the caller's place from one day to another; nobody checks what he made himself. */
  setDeputy: write({
    method: 'POST',
    path: '/biz/change/deputy/set',
    access: checkPermissions,
    writes: { on: 'deputy', action: 'deputy.set' },
    input: z.object({ deputyId: id(), fromDay: isoDate(), untilDay: isoDate(), reason }),
    output: z.object({ id: z.number().int() }),
  }),
  /** The caller's own deputy ends today. */
  endDeputy: write({
    method: 'POST',
    path: '/biz/change/deputy/end',
    access: checkPermissions,
    writes: { on: 'deputy', id: 'id', action: 'deputy.end' },
    input: z.object({ id: id() }),
    output: done,
  }),
}
