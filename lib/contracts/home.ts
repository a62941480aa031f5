import * as z from 'zod'
import { endpoint } from './endpoint.ts'

const todo = z.object({
  id: z.number().int(),
  orderNo: z.string(),
  customerName: z.string(),
  status: z.string(),
  stageEnteredAt: z.string(),
  /** What the user can do with it next: an event of the order machine. */
  event: z.string(),
})

const foundOrder = z.object({
  id: z.number().int(),
  orderNo: z.string(),
  customerName: z.string(),
  productName: z.string(),
  status: z.string(),
})
/** ID number and mobile are masked. */
const foundCustomer = z.object({
  id: z.number().int(),
  name: z.string(),
  idNo: z.string(),
  mobile: z.string(),
  /** The newest order of the customer that the user may see. */
  orderId: z.number().int(),
})

export const home = {
  /** One row for each exa_status that the user may claim: `counta` unclaimed, `countb` claimed (specification point 3). */
  examine: endpoint({
    method: 'POST',
    path: '/home/examineData',
    access: 'session',
    input: z.object({}),
    output: z.array(z.object({ exa_status: z.string(), counta: z.number().int(), countb: z.number().int() })),
  }),
  /** What waits for the user (oldest first, at most 20), and the last 14 days in numbers. */
  workbench: endpoint({
    method: 'POST',
    path: '/biz/home/workbench/get',
    access: 'session',
    input: z.object({}),
    output: z.object({
      todos: z.array(todo),
      todoTotal: z.number().int(),
      figures: z.array(
        z.object({
          key: z.enum(['created', 'submitted', 'passed', 'returned']),
          today: z.number().int(),
          days: z.array(z.object({ date: z.string(), count: z.number().int() })),
        }),
      ),
    }),
  }),
  /**
   * Orders by customer name, ID number, mobile or order number as in the lists' quick search, and the customers whom
   * the text found; the newest few of each within the user's data scope. `total` counts the orders, `more` says that
   * there are more than counted.
   */
  find: endpoint({
    method: 'POST',
    path: '/biz/home/find/list',
    access: ['order:view'],
    input: z.object({ q: z.string().trim().min(2).max(64) }),
    output: z.object({
      customers: z.array(foundCustomer),
      orders: z.array(foundOrder),
      total: z.number().int(),
      more: z.boolean(),
    }),
  }),
}
