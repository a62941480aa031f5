import * as z from 'zod'
import { read, write } from '../../platform/contract/endpoint.ts'
import { id } from '../../platform/contract/wire.ts'

/** The confirmed facts of a person: a record an ID number, to find duplicates and history by. */
export const customers = {
  /**
   * The record in full, masked, with those orders of the customer that the caller may see. An order in sight is not
   * enough: whoever types an ID number has one.
   */
  get: read({
    method: 'POST',
    path: '/biz/customer/customer/get',
    access: ['customer:view'],
    of: ['customer', 'order'],
    input: z.object({ customerId: id() }),
    output: z.object({
      id: z.number().int(),
      rowVersion: z.number().int(),
      updatedAt: z.string(),
      customerNo: z.string(),
      values: z.record(z.string(), z.unknown()),
      orders: z.array(
        z.object({
          orderId: z.number().int(),
          orderNo: z.string(),
          status: z.string(),
          createdAt: z.string(),
          /** Fields in which the order as entered differs from the record. */
          differs: z.array(z.enum(['name', 'mobile', 'idAddress', 'idValidTo'])),
        }),
      ),
    }),
  }),
  /**
   * Takes over what an order that was submitted says of its applicant: the only way in which a record changes. Audited
   * with before and after. `rowVersion` is the record's.
   */
  update: write({
    method: 'POST',
    path: '/biz/customer/customer/update',
    access: ['customer:save'],
    writes: { on: 'customer', id: 'orderId', action: 'customer.update' },
    input: z.object({
      orderId: id(),
      reason: z.string().trim().min(1).max(200),
    }),
    output: z.object({ customerId: z.number().int(), rowVersion: z.number().int() }),
  }),
}
