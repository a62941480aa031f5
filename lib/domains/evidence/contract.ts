import * as z from 'zod'
import { read, write } from '../../platform/contract/endpoint.ts'
import { done, id, int } from '../../platform/contract/wire.ts'
import { evidenceField, pinStates, wholeSide } from '../orders/rules/entry/evidence.ts'
import { reviewStages } from '../orders/rules/order-states.ts'

const { pre, first, risk } = reviewStages
const reviewers = [pre.claim, first.claim, risk.claim] as const

const side = () => int(0, wholeSide)
/** A region of a picture, ten thousandths of its width and height as it was stored. */
const region = { x: side(), y: side(), width: side(), height: side() }
const field = z.string().regex(evidenceField)

const pin = z.object({
  id: z.number().int(),
  /** As the entry form names it: `customer.idNo`. */
  field: z.string(),
  fileId: z.number().int(),
  ...region,
  note: z.string().nullable(),
  stage: z.string(),
  state: z.enum(pinStates),
  byName: z.string(),
  at: z.string(),
})
export type EvidencePin = z.output<typeof pin>

export const evidence = {
  /** The pins of an order, what its template wants proved, and the pictures that came since somebody last decided. */
  list: read({
    method: 'POST',
    path: '/biz/review/evidence/list',
    access: reviewers,
    of: ['order'],
    input: z.object({ orderId: id() }),
    output: z.object({
      pins: z.array(pin),
      /** Fields that 初审 passes only with a pin that holds, and the kinds of paper that can prove them. */
      wanted: z.array(z.object({ field: z.string(), materials: z.array(z.string()) })),
      /** Ids of files. */
      newFiles: z.array(z.number().int()),
    }),
  }),
  /** Pins a field to a region of one of the order's pictures; 422 for who does not hold the order. */
  pin: write({
    method: 'POST',
    path: '/biz/review/evidence/pin',
    access: reviewers,
    writes: { on: 'order', id: 'orderId', anyVersion: true, action: 'evidence.pin' },
    input: z.object({
      orderId: id(),
      field,
      fileId: id(),
      ...region,
      note: z.string().trim().max(200).optional(),
    }),
    output: z.object({ id: z.number().int() }),
  }),
  /** Takes a pin away. */
  unpin: write({
    method: 'POST',
    path: '/biz/review/evidence/unpin',
    access: reviewers,
    writes: { on: 'order', id: 'orderId', anyVersion: true, action: 'evidence.unpin' },
    input: z.object({ orderId: id(), pinId: id() }),
    output: done,
  }),
}
