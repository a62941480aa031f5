import * as z from 'zod'
import { read, write } from '../../../platform/contract/endpoint.ts'
import { done, id } from '../../../platform/contract/wire.ts'
import { signingStatuses } from '../rules/signing.ts'

/** 电子签约 as staff sees it: who signs the contracts of an order, how far each one is, and the proof of it. */

const roundState = z.enum(['none', 'ready', 'open', 'sealing', 'sealed', 'ended'])
export type RoundState = z.infer<typeof roundState>

const signerView = z.object({
  /** Null while no link was sent. */
  id: z.number().int().nullable(),
  seq: z.number().int(),
  role: z.string(),
  name: z.string(),
  /** Masked. */
  mobile: z.string(),
  status: z.enum(signingStatuses),
  /** It is this one's turn. */
  turn: z.boolean(),
  sentAt: z.string().nullable(),
  smsState: z.enum(['sending', 'sent', 'failed']).nullable(),
  smsReason: z.string().nullable(),
  provedAt: z.string().nullable(),
  /** Pages that were shown, of those there are. */
  read: z.number().int(),
  pages: z.number().int(),
  endedAt: z.string().nullable(),
  refuseReason: z.string().nullable(),
  /** Too many wrong last four digits: another link opens it. */
  shut: z.boolean(),
  /** Titles of what this person signs. */
  titles: z.array(z.string()),
})
export type SignerView = z.infer<typeof signerView>

/** The message itself where the simulator stands in for a provider, with the person it goes to. */
const sent = z.array(z.object({ name: z.string(), mobile: z.string(), shown: z.string().nullable() }))

const moved = { orderId: z.number().int(), rowVersion: z.number().int() }

export const orderSigning = {
  /** The last round of an order: who, in which order, how far. `ready`: made, and nothing sent yet. */
  get: read({
    method: 'POST',
    path: '/biz/contract/signing/get',
    access: ['contract:generate'],
    of: ['order'],
    input: z.object({ orderId: id() }),
    output: z.object({
      state: roundState,
      /** The reason why nothing can be sent now, or was not sealed, as a sentence; null where nothing is in the way. */
      obstacle: z.string().nullable(),
      sentAt: z.string().nullable(),
      expiresAt: z.string().nullable(),
      /** PAdES level of the seals: B-T when each of them has its time stamp. */
      sealLevel: z.enum(['B-B', 'B-T']).nullable(),
      /** The time at which the last one was put on. */
      sealedAt: z.string().nullable(),
      /** A time stamp was asked for and is not there yet. */
      stampWaits: z.boolean(),
      /** It was asked for and does not come: why, as a sentence. */
      stampTrouble: z.string().nullable(),
      signers: z.array(signerView),
    }),
  }),
  /** 发送签约短信: a link to everybody who signs; from now on seven days. 422 naming what is in the way. */
  send: write({
    method: 'POST',
    path: '/biz/contract/signing/send',
    access: ['contract:generate'],
    writes: { on: 'order', id: 'orderId', action: 'signing.send', secret: true },
    input: z.object({ orderId: id() }),
    output: z.object({ ...moved, sent }),
  }),
  /** 重发: another link to one of them; the former is dead, and a phone that was at it has to prove itself again. */
  resend: write({
    method: 'POST',
    path: '/biz/contract/signing/resend',
    access: ['contract:generate'],
    writes: { on: 'order', id: 'orderId', action: 'signing.resend', secret: true },
    input: z.object({ orderId: id(), signingId: id() }),
    output: z.object({ ...moved, sent }),
  }),
  /** 重新盖章: tries the seal again, when the last try failed. */
  seal: write({
    method: 'POST',
    path: '/biz/contract/signing/seal',
    access: ['contract:generate'],
    writes: { on: 'order', id: 'orderId', action: 'signing.seal' },
    input: z.object({ orderId: id() }),
    output: z.object(moved),
  }),
  /** 重新申请时间戳: where it was refused, or never came. */
  stamp: write({
    method: 'POST',
    path: '/biz/contract/signing/stamp',
    access: ['contract:generate'],
    writes: { on: 'order', id: 'orderId', action: 'signing.stamp' },
    input: z.object({ orderId: id() }),
    output: z.object(moved),
  }),
  /** 签约证据报告 of one contract as PDF: who signed when and from where, what was shown, hashes. */
  report: read({
    method: 'GET',
    path: '/biz/contract/signing/report',
    access: ['contract:generate'],
    of: ['order'],
    leaves: 'signing.report',
    kind: 'file',
    input: z.object({ id: id() }),
    output: done,
  }),
}
