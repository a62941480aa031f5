import * as z from 'zod'
import { read } from '../../platform/contract/endpoint.ts'
import { flag, int, page } from '../../platform/contract/wire.ts'
import { dataScopes } from '../identity/rules/roles.ts'

const todo = z.object({
  id: z.number().int(),
  orderNo: z.string(),
  customerName: z.string(),
  status: z.string(),
  stageEnteredAt: z.string(),
  /** The amount approved, before that the one financed, and as long as that is open, what was asked for; in CNY. */
  amount: z.string().nullable(),
  /** The reason why it came back, in a word of the reviewers' list; null for an order that did not. */
  reason: z.string().nullable(),
  /** The event that the user can do with it next: a row of lib/domains/home/rules/todos.ts. */
  event: z.string(),
  /** The visit that is to be made; null for every other event. */
  diligenceId: z.number().int().nullable(),
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

/** The calls of the home page (specification point 7); reads that the page repeats by itself are `unattended`. */
export const home = {
  /** One row for each exa_status that the user may claim: `counta` unclaimed, `countb` claimed (specification point 3). */
  examine: read({
    method: 'POST',
    path: '/home/examineData',
    access: 'session',
    of: ['order'],
    unattended: true,
    input: z.object({}),
    output: z.array(z.object({ exa_status: z.string(), counta: z.number().int(), countb: z.number().int() })),
  }),
  /**
   * The work that waits for the user, the longest first unless the `newest` are asked for: claimed reviews, forms that
   * are theirs or nobody's yet, and what the user's permissions can do next after the approval. The specification shows
   * no shape; this is the paged response of its point 3. Past 1,000 `total` is no longer counted.
   */
  list: read({
    method: 'POST',
    path: '/home/list',
    access: 'session',
    of: ['order'],
    unattended: true,
    input: z.object({
      start: int(0, 1_000).default(0),
      length: int(1, 100).default(20),
      newest: flag().default(false),
    }),
    output: page(todo),
  }),
  /** 开通: how many wait for the user in each list, to be reviewed or mended. */
  openings: read({
    method: 'POST',
    path: '/home/openings',
    access: ['opening:save', 'opening:first', 'opening:check'],
    of: ['opening'],
    unattended: true,
    input: z.object({}),
    output: z.array(
      z.object({
        kind: z.enum(['channel', 'branch', 'shop']),
        status: z.enum(['待初审', '待复审', '变更待审', '驳回']),
        count: z.number().int(),
      }),
    ),
  }),
  /**
   * The numbers of the home page, within the user's data scope; no shape is shown. `progress` counts the orders under
   * way by status; `figures` are the last 14 business days, oldest first; `amount` in CNY is of today's releases.
   */
  getHomePageInfo: read({
    method: 'POST',
    path: '/home/getHomePageInfo',
    access: 'session',
    of: ['order'],
    unattended: true,
    input: z.object({}),
    output: z.object({
      progress: z.array(z.object({ status: z.string(), count: z.number().int() })),
      figures: z.array(
        z.object({
          key: z.enum(['created', 'submitted', 'passed', 'returned', 'released']),
          today: z.number().int(),
          amount: z.string().nullable(),
          days: z.array(z.object({ date: z.string(), count: z.number().int() })),
        }),
      ),
    }),
  }),
  /**
   * 经销商: no shape is shown. `own` is the shop that the user works for, `top` the five shops of the user's data scope
   * with the most new orders this month and how many of those passed the pre-review.
   */
  showDealer: read({
    method: 'POST',
    path: '/home/showDealer',
    access: 'session',
    of: ['order'],
    unattended: true,
    input: z.object({}),
    output: z.object({
      own: z
        .object({
          shopName: z.string(),
          shopNo: z.string(),
          channelName: z.string(),
          branchName: z.string(),
          status: z.string(),
          /** Last day of the cooperation, YYYY-MM-DD; null without an end. */
          coopTo: z.string().nullable(),
        })
        .nullable(),
      top: z.array(
        z.object({
          shopId: z.number().int(),
          shopName: z.string(),
          orders: z.number().int(),
          passed: z.number().int(),
        }),
      ),
    }),
  }),
  /** The unit whose numbers a report shows: the user's unit, and how far the data scope reaches. No shape is shown. */
  getOrgId: read({
    method: 'POST',
    path: '/report/loading/getOrgId',
    access: 'session',
    of: ['user'],
    input: z.object({}),
    output: z.object({
      orgId: z.number().int(),
      orgName: z.string(),
      dataScope: z.enum(dataScopes),
    }),
  }),
  /**
   * 资料: orders of the user's to-dos that lack material, the longest waiting first, at most five; `total` is all of
   * them, up to 1,000. No shape is shown.
   */
  datumInfo: read({
    method: 'POST',
    path: '/biz/datuminfo/get',
    access: 'session',
    of: ['order'],
    unattended: true,
    input: z.object({}),
    output: z.object({
      total: z.number().int(),
      data: z.array(
        z.object({
          id: z.number().int(),
          orderNo: z.string(),
          customerName: z.string(),
          event: z.string(),
          /** Kinds of material that are still wanted. */
          missing: z.number().int(),
        }),
      ),
    }),
  }),
  /**
   * Orders by customer name, ID number, mobile or order number as in the lists' quick search, and the customers whom
   * the text found; the newest few of each within the user's data scope. `total` counts the orders, `more` says that
   * there are more than counted.
   */
  find: read({
    method: 'POST',
    path: '/biz/home/find/list',
    access: ['order:view'],
    of: ['order', 'customer'],
    leaves: 'person.find',
    input: z.object({ q: z.string().trim().min(2).max(64) }),
    output: z.object({
      customers: z.array(foundCustomer),
      orders: z.array(foundOrder),
      total: z.number().int(),
      more: z.boolean(),
    }),
  }),
}
