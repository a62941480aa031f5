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
}
