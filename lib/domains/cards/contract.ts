import * as z from 'zod'
import { read, write } from '../../platform/contract/endpoint.ts'
import { done, id, line, listInput, page } from '../../platform/contract/wire.ts'
import { bankCard, mobile } from '../../rules/fields.ts'
import { bindStatuses, cardHolders } from '../customers/rules/bank-card.ts'
import { orderHeader, orderRow } from '../orders/contract.ts'
import {
  cardLimits,
  cardOutcomes,
  cardRequestKinds,
  cardStates,
  listedCardStates,
} from './rules/card-binding.ts'

/** 银行卡: the repayment card of an order is bound at its bank, and another one takes its place. */

const listedState = z.enum(listedCardStates)
export type ListedCardState = z.infer<typeof listedState>

/** The facts that the steps of a card are judged by. */
const cardFacts = {
  cardState: z.enum(cardStates),
  /** State of the card that pays. */
  current: z.enum(bindStatuses).nullable(),
  /** State of the one that is to take its place. */
  next: z.enum(bindStatuses).nullable(),
  /** The bank was asked and may still answer. */
  asked: z.boolean(),
  /** Its signed paper is there, and waits for its checker. */
  paper: z.boolean(),
  /** All contracts are signed: another card needs a paper. */
  signed: z.boolean(),
}

/** Of the card that the next step is about. */
const cardRow = orderRow.extend({
  ...cardFacts,
  holderName: z.string().nullable(),
  /** Masked. */
  cardNo: z.string().nullable(),
  bankCode: z.string().nullable(),
  failReason: z.string().nullable(),
  /** The time at which the bank was asked last. */
  askedAt: z.string().nullable(),
  boundAt: z.string().nullable(),
})
export type CardRow = z.output<typeof cardRow>

const requestView = z.object({
  id: z.number().int(),
  kind: z.enum(cardRequestKinds),
  askedAt: z.string(),
  askedByName: z.string().nullable(),
  outcome: z.enum(cardOutcomes).nullable(),
  reason: z.string().nullable(),
  answeredAt: z.string().nullable(),
})

const cardView = z.object({
  id: z.number().int(),
  place: z.enum(['current', 'next', 'former']),
  status: z.enum(bindStatuses),
  holderName: z.string(),
  /** Masked, as the number below. */
  cardNo: z.string(),
  bankCode: z.string().nullable(),
  bankBranch: z.string().nullable(),
  reservedMobile: z.string().nullable(),
  agreementNo: z.string().nullable(),
  boundAt: z.string().nullable(),
  unboundAt: z.string().nullable(),
  failReason: z.string().nullable(),
  /** The reason why it came in the place of another, or was to. */
  changeReason: z.string().nullable(),
  /** The reason why it did not. */
  endReason: z.string().nullable(),
  /** 代扣授权书. */
  paper: z.object({ name: z.string(), addedAt: z.string(), addedByName: z.string().nullable() }).nullable(),
  /** Its bank was to end what was agreed for it, and did not: why, in its words; null where it never answered. */
  stillAgreed: z.object({ reason: z.string().nullable() }).nullable(),
  /** The requests that the bank was asked, newest first. */
  requests: z.array(requestView),
})
export type CardView = z.output<typeof cardView>

const reason = z.string().trim().min(1, 'rules.required').max(cardLimits.reason)
const answered = z.object({ orderId: z.number().int(), rowVersion: z.number().int() })

export const bankCards = {
  /** 改卡列表: approved orders that are not settled, with where their card stands. */
  list: read({
    method: 'POST',
    path: '/biz/card/order/list',
    access: ['card:view'],
    of: ['order'],
    input: z.object({
      ...listInput('stageEnteredAt:desc', 'createdAt'),
      cardState: listedState.optional(),
      bankCode: z.string().max(20).optional(),
      productId: id().optional(),
      shopId: id().optional(),
    }),
    output: page(cardRow),
  }),
  /** The cards of an order, the one that is worked on first, with all that was asked about them. */
  get: read({
    method: 'POST',
    path: '/biz/card/order/get',
    access: ['card:view', 'card:check'],
    of: ['order'],
    input: z.object({ orderId: id() }),
    output: z.object({
      order: orderHeader,
      ...cardFacts,
      cards: z.array(cardView),
      /** In whose name a card can be. */
      holders: z.array(
        z.object({ holder: z.enum(cardHolders), name: z.string(), mobile: z.string().nullable() }),
      ),
    }),
  }),
  /** 绑卡: the bank is asked about the card as it was entered, or once more. */
  bind: write({
    method: 'POST',
    path: '/biz/card/order/bind',
    access: ['card:bind'],
    writes: { on: 'order', id: 'orderId', action: 'card.bind' },
    input: z.object({ orderId: id() }),
    output: answered,
  }),
  /**
   * 改卡: another card, which the bank is asked about at once. It takes the place of a card that is bound when it is
   * bound itself, and after signing when its paper is there; of any other card now.
   */
  change: write({
    method: 'POST',
    path: '/biz/card/order/change',
    access: ['card:bind'],
    writes: { on: 'order', id: 'orderId', action: 'card.change' },
    input: z.object({
      orderId: id(),
      holder: z.enum(cardHolders),
      cardNo: z.string().refine((text) => bankCard(text) === null, 'rules.bankCard'),
      bankCode: line().min(1, 'rules.required').max(20),
      bankBranch: line().max(cardLimits.branch).default(''),
      reservedMobile: z.string().refine((text) => mobile(text) === null, 'rules.mobile'),
      reason,
    }),
    output: answered,
  }),
  /** 解绑, before anything is signed. */
  unbind: write({
    method: 'POST',
    path: '/biz/card/order/unbind',
    access: ['card:bind'],
    writes: { on: 'order', id: 'orderId', action: 'card.unbind' },
    input: z.object({ orderId: id(), reason }),
    output: answered,
  }),
  /** 再次解约: the bank of a card that is not used any more did not end what was agreed. */
  cancelAgain: write({
    method: 'POST',
    path: '/biz/card/order/cancelAgain',
    access: ['card:bind'],
    writes: { on: 'order', id: 'orderId', action: 'card.cancel_again' },
    input: z.object({ orderId: id(), cardId: id() }),
    output: answered,
  }),
  /** 放弃改卡: the card that counts stays. */
  withdraw: write({
    method: 'POST',
    path: '/biz/card/order/withdraw',
    access: ['card:bind'],
    writes: { on: 'order', id: 'orderId', action: 'card.withdraw' },
    input: z.object({ orderId: id(), reason }),
    output: answered,
  }),
  /** The signed 代扣授权书 of the new card, which takes the place of the old one when somebody else has checked it. */
  addPaper: write({
    method: 'POST',
    path: '/biz/card/paper/add',
    access: ['card:bind'],
    writes: { on: 'order', id: 'orderId', action: 'card.add_paper', proposes: 'card' },
    kind: 'upload',
    maxBytes: 11 * 1024 * 1024,
    input: z.object({ orderId: id() }),
    output: answered,
  }),
  /** That paper. */
  paper: read({
    method: 'GET',
    path: '/biz/card/paper/get',
    access: ['card:view', 'card:check'],
    of: ['order'],
    leaves: 'card.open_paper',
    kind: 'file',
    input: z.object({ orderId: id(), cardId: id() }),
    output: done,
  }),
  /** The same to be signed, as PDF: the order's 代扣授权书 with the new card in it. */
  blankPaper: read({
    method: 'GET',
    path: '/biz/card/paper/blank',
    access: ['card:bind'],
    of: ['order'],
    leaves: 'card.print_paper',
    kind: 'file',
    input: z.object({ orderId: id() }),
    output: done,
  }),
}
