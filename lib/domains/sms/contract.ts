import * as z from 'zod'
import { read, write } from '../../platform/contract/endpoint.ts'
import { done, fileInput, id, isoDate, json, listInput, page } from '../../platform/contract/wire.ts'
import { chosenKinds, smsKinds, smsLimits, smsParties, smsStates } from './rules/sms.ts'

/** 合同短信: what was sent to the people of an order, and the sending of the texts on offer. */

const smsRow = z.object({
  id: z.number().int(),
  rowVersion: z.number().int(),
  smsNo: z.string(),
  orderId: z.number().int(),
  orderNo: z.string(),
  contractNo: z.string().nullable(),
  customerName: z.string(),
  kind: z.enum(smsKinds),
  /** The party that got it, and as what. */
  role: z.enum(smsParties),
  name: z.string(),
  /** Masked. */
  mobile: z.string(),
  /** As sent; the secret of a link is left out. */
  text: z.string(),
  segments: z.number().int(),
  state: z.enum(smsStates),
  failReason: z.string().nullable(),
  createdAt: z.string(),
  senderName: z.string(),
  /** It was sent again: the newer row counts. */
  resent: z.boolean(),
})
export type SmsRow = z.output<typeof smsRow>

const listed = z.object({
  ...listInput('createdAt:desc'),
  state: z.enum(smsStates).optional(),
  kind: z.enum(smsKinds).optional(),
  sentFrom: isoDate().optional(),
  sentTo: isoDate().optional(),
  /** Those of one order, as a message about it opens them. */
  order: id().optional(),
})

/** One person of an order with what can be said to them now. */
const recipient = z.object({
  /** `customer`, `coLessees.0`, `guarantors.1`: where they stand in the entry. */
  key: z.string(),
  role: z.enum(smsParties),
  name: z.string(),
  /** Masked. */
  mobile: z.string(),
  offers: z.array(
    z.object({
      kind: z.enum(chosenKinds),
      /** The reason why it cannot be sent to them now: the key of a sentence. */
      obstacle: z.string().nullable(),
      /** The text that they would read; `{date}` and `{time}` stand where the sender still chooses. */
      text: z.string(),
    }),
  ),
})
export type SmsRecipient = z.output<typeof recipient>

const target = z.object({
  orderId: z.number().int(),
  orderNo: z.string(),
  customerName: z.string(),
  recipients: z.array(recipient),
})
export type SmsTarget = z.output<typeof target>

const recipientKey = z.string().regex(/^(customer|(coLessees|guarantors)\.\d{1,2})$/)

export const sms = {
  /** 合同短信列表, of the orders that the caller sees. */
  list: read({
    method: 'POST',
    path: '/biz/sms/list',
    access: ['sms:view'],
    of: ['sms', 'order'],
    input: listed,
    output: page(smsRow),
  }),
  /** The list as xlsx, at most 50,000 rows. */
  exportList: read({
    method: 'POST',
    path: '/biz/sms/export',
    access: ['sms:view'],
    of: ['sms'],
    leaves: 'list.export',
    kind: 'file',
    input: fileInput(listed),
    output: done,
  }),
  /** The people of some orders with the texts for each; an order number that the caller does not see is left out. */
  targets: read({
    method: 'POST',
    path: '/biz/sms/target/list',
    access: ['sms:send'],
    of: ['order'],
    input: z.object({
      orderNos: json(z.array(z.string().trim().min(1).max(30)).min(1).max(smsLimits.orders)),
    }),
    output: z.array(target),
  }),
  /**
   * 发送 of one text to people of an order, who each have a result: `reason` says why it was not sent to them. 422 when
   * it was sent to nobody. Date and time are those of a visit.
   */
  send: write({
    method: 'POST',
    path: '/biz/sms/send',
    access: ['sms:send'],
    writes: { on: 'order', id: 'orderId', anyVersion: true, action: 'sms.send' },
    input: z.object({
      orderId: id(),
      kind: z.enum(chosenKinds),
      recipients: json(z.array(recipientKey).min(1, 'rules.required').max(smsLimits.recipients)),
      date: isoDate().optional(),
      time: z
        .string()
        .regex(/^\d{2}:\d{2}$/)
        .optional(),
    }),
    output: z.object({
      results: z.array(
        z.object({ key: z.string(), smsNo: z.string().nullable(), reason: z.string().nullable() }),
      ),
    }),
  }),
  /** 重发: the same text to the same number, as a row of its own; 422 with why not. */
  resend: write({
    method: 'POST',
    path: '/biz/sms/resend',
    access: ['sms:send'],
    writes: { on: 'sms', id: 'id', action: 'sms.resend', many: true },
    input: z.object({ id: id() }),
    output: z.object({ id: z.number().int(), smsNo: z.string() }),
  }),
}
