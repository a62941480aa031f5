import * as z from 'zod'
import { read, write } from '../../platform/contract/endpoint.ts'
import { needs } from '../../platform/contract/field-permission.ts'
import {
  done,
  fileInput,
  id,
  int,
  isoDate,
  json,
  line,
  listInput,
  page,
} from '../../platform/contract/wire.ts'
import { levels, numberTypes, sources } from '../blacklist/rules/blacklist.ts'
import { telResults, telStates, telTargets } from '../configuration/rules/tel-check.ts'
import { materialItem } from '../materials/contract/attachments.ts'
import { orderHeader, orderRow, personView, progressStep, quoteView, riskView } from '../orders/contract.ts'
import { reviewStageKeys } from '../orders/rules/order-states.ts'
import { resultsOf, returnNodes, taskResults } from '../orders/rules/review-decisions.ts'
import { markLimits } from '../orders/rules/review-marks.ts'
import { minOpinion } from './rules/review-opinion.ts'

const transition = { orderId: id() }
const moved = z.object({ orderId: z.number().int(), status: z.string(), rowVersion: z.number().int() })
/** Reviewers of every stage; the state table decides which one an order needs. */
const reviewers = ['order:claim_pre', 'order:claim_first', 'order:claim_risk'] as const
const claimed = moved.extend({ claimedBy: z.number().int().nullable(), claimedAt: z.string().nullable() })

/** The filters that the pool of every stage is asked with. */
export const poolFilters = {
  /** 领取状态: 待领取, 我的, 他人已领取. */
  claim: z.enum(['unclaimed', 'mine', 'claimed']).optional(),
  productId: id().optional(),
  branchId: id().optional(),
  province: z.string().max(6).optional(),
  enteredFrom: isoDate().optional(),
  enteredTo: isoDate().optional(),
  /** 滞留 of more than so many days. */
  stayDays: int(1, 365).optional(),
}
const poolInput = z.object({
  ...listInput('stageEnteredAt:asc', 'createdAt', 'appliedAmount'),
  ...poolFilters,
})

const firstInput = poolInput.extend({
  /** 电核: nobody of those who have to be called is reached, some are, all are. */
  tel: z.enum(telStates).optional(),
  /** Somebody of these is still to be called. */
  telWaits: z.enum(telTargets).optional(),
})
const firstRow = orderRow.extend({
  /** Of those whom the template wants called: how many are reached, and who is not. */
  tel: z.object({
    done: z.number().int(),
    count: z.number().int(),
    waits: z.array(z.enum(telTargets)),
  }),
})
export type FirstRow = z.output<typeof firstRow>

const taskInput = z.object({
  ...listInput('enteredAt:desc'),
  stage: z.enum(reviewStageKeys).optional(),
  result: z.enum(taskResults).optional(),
  handlerId: id().optional(),
  from: isoDate().optional(),
  to: isoDate().optional(),
})

/** A place to be mended: a field by its path in the form, a paper by its kind. */
export const reviewMark = z.object({
  kind: z.enum(['field', 'material']),
  at: line().min(1).max(80),
  note: z.string().trim().min(1, 'rules.required').max(markLimits.note),
})

/** The changes of an order since its last return: those asked for, and all that is different now. */
export const reviewChanges = z
  .object({
    by: z.string(),
    at: z.string(),
    marks: z.array(reviewMark),
    /** By path, masked. */
    fields: z.array(z.object({ path: z.string(), before: z.unknown(), after: z.unknown() })),
    /** Kinds of papers with files that are new since. */
    materials: z.array(z.string()),
  })
  .nullable()
export type ReviewChanges = z.infer<typeof reviewChanges>

const telAnswer = z.object({
  code: line().max(60),
  question: line().max(200),
  answer: z.string().trim().max(200),
  ok: z.boolean(),
})
/** A call that was recorded; the newest of a number counts. */
const telRecord = z.object({
  id: z.number().int(),
  target: z.enum(telTargets),
  name: z.string(),
  /** Masked. */
  phone: z.string(),
  result: z.enum(telResults),
  note: z.string().nullable(),
  answers: z.array(telAnswer),
  byName: z.string(),
  at: z.string(),
  /** Of the softphone's call, when it was made with it. */
  talkSeconds: z.number().int().nullable(),
})
export type TelRecord = z.infer<typeof telRecord>
/** Somebody whom the review may call. */
const telPerson = z.object({
  target: z.enum(telTargets),
  /** Of a linked person; null for the customer and the employer. */
  personId: z.number().int().nullable(),
  name: z.string(),
  relation: z.string().nullable(),
  /** Masked. */
  phone: z.string(),
  /** The template wants this one reached. */
  required: z.boolean(),
  reached: z.boolean(),
  last: telRecord.nullable(),
})
export type TelPerson = z.infer<typeof telPerson>

/** Every decision takes these beside its result. The rules of an opinion are `opinionIssues` of lib/rules. */
export const opinion = {
  ...transition,
  opinion: z.string().trim().min(minOpinion, 'machine.guard.opinion').max(1000),
  reasonL1: line().max(40).optional(),
  reasonL2: line().max(40).optional(),
  reasonDetail: z.string().trim().max(500).optional(),
  internalNote: z.string().trim().max(1000).optional(),
  /** Of a return. */
  marks: json(z.array(reviewMark).max(markLimits.count)).optional(),
}

export const reviews = {
  /** 预审池 and 我的预审. */
  preList: read({
    method: 'POST',
    path: '/biz/review/pre/list',
    access: ['order:claim_pre'],
    of: ['order'],
    input: poolInput,
    output: page(orderRow),
  }),
  /** 初审池 and 我的初审. */
  firstList: read({
    method: 'POST',
    path: '/biz/review/first/list',
    access: ['order:claim_first'],
    of: ['order'],
    input: firstInput,
    output: page(firstRow),
  }),
  exportFirst: read({
    method: 'POST',
    path: '/biz/review/first/export',
    access: ['order:export'],
    of: ['order'],
    leaves: 'list.export',
    kind: 'file',
    input: fileInput(firstInput),
    output: done,
  }),
  /** T03. 409 with the holder's name when somebody else was first; 422 for the one who decided the stage before. */
  claim: write({
    method: 'POST',
    path: '/biz/review/task/claim',
    access: reviewers,
    writes: { on: 'order', id: 'orderId', anyVersion: true, action: 'order.claim' },
    input: z.object({ orderId: id() }),
    output: claimed,
  }),
  /** The unclaimed order that has waited longest in the pool of a stage; null when there is none. */
  claimNext: write({
    method: 'POST',
    path: '/biz/review/task/next',
    access: reviewers,
    writes: { on: 'order', action: 'order.claim' },
    input: z.object({ stage: z.enum(reviewStageKeys) }),
    output: claimed.nullable(),
  }),
  unclaim: write({
    method: 'POST',
    path: '/biz/review/task/unclaim',
    access: reviewers,
    writes: { on: 'order', id: 'orderId', action: 'order.unclaim' },
    input: z.object(transition),
    output: claimed,
  }),
  /**
   * To another reviewer of the stage: 转交 by the holder, and by anybody with `order:transfer`, who may also hand out
   * what waits in the pool (分派).
   */
  transfer: write({
    method: 'POST',
    path: '/biz/review/task/transfer',
    access: [...reviewers, 'order:transfer'],
    writes: { on: 'order', id: 'orderId', action: 'order.transfer', many: true },
    input: z.object({ ...transition, userId: id() }),
    output: claimed,
  }),
  /** 预审: everything that one decision needs. */
  getPre: read({
    method: 'POST',
    path: '/biz/review/pre/get',
    access: ['order:claim_pre'],
    of: ['order'],
    input: z.object({ orderId: id() }),
    output: z.object({
      order: orderHeader,
      /** The intake's values by section, masked. */
      values: z.record(z.string(), z.unknown()),
      persons: z.array(personView),
      changes: reviewChanges,
      risks: needs('order:internal', z.array(riskView)),
      materials: z.array(materialItem),
      progress: z.array(progressStep),
    }),
  }),
  /** 审核列表: the visits of every stage, with who has or had them and what came of it. */
  taskList: read({
    method: 'POST',
    path: '/biz/review/task/list',
    access: [...reviewers, 'order:transfer'],
    of: ['order'],
    input: taskInput,
    output: page(
      z.object({
        id: z.number().int(),
        orderNo: z.string(),
        stage: z.string(),
        result: z.string().nullable(),
        handlerName: z.string().nullable(),
        enteredAt: z.string(),
        taskClaimedAt: z.string().nullable(),
        finishedAt: z.string().nullable(),
        slaHours: z.number().int().nullable(),
        /** The order as it is now. */
        orderId: z.number().int(),
        rowVersion: z.number().int(),
        customerName: z.string(),
        status: z.string(),
        claimedBy: z.number().int().nullable(),
        lastDecidedBy: z.number().int().nullable(),
      }),
    ),
  }),
  /** 审核列表 as xlsx, at most 50,000 rows; leaves an entry in 操作日志. */
  exportTasks: read({
    method: 'POST',
    path: '/biz/review/task/export',
    access: ['order:export'],
    of: ['order'],
    leaves: 'list.export',
    kind: 'file',
    input: fileInput(taskInput),
    output: done,
  }),
  /** 初审: the entry with everything that its decision needs. */
  getFirst: read({
    method: 'POST',
    path: '/biz/review/first/get',
    access: ['order:claim_first'],
    of: ['order'],
    input: z.object({ orderId: id() }),
    output: z.object({
      order: orderHeader,
      /** The entry's values by section, masked. */
      values: z.record(z.string(), z.unknown()),
      quote: quoteView,
      tel: z.array(telPerson),
      changes: reviewChanges,
      risks: needs('order:internal', z.array(riskView)),
      materials: z.array(materialItem),
      progress: z.array(progressStep),
    }),
  }),
  /**
   * 征信摘要: what the product itself knows of who applies. Orders outside the caller's data scope are a number; numbers
   * of the lists come masked.
   */
  credit: read({
    method: 'POST',
    path: '/biz/review/credit/get',
    access: ['order:internal'],
    of: ['order', 'blacklist', 'complaint'],
    input: z.object({ orderId: id() }),
    output: z.object({
      /** Of the same ID number, the newest first. */
      orders: z.array(
        z.object({
          id: z.number().int(),
          orderNo: z.string(),
          productName: z.string(),
          status: z.string(),
          ...orderRow.pick({
            financeAmount: true,
            appliedAmount: true,
            term: true,
            approvedAmount: true,
            approvedTerm: true,
          }).shape,
          createdAt: z.string(),
        }),
      ),
      /** More of them, which the caller may not see. */
      beyondScope: z.number().int(),
      lists: z.array(
        z.object({
          type: z.enum(numberTypes),
          value: z.string(),
          level: z.enum(levels),
          source: z.enum(sources),
          reason: z.string(),
          validTo: z.string().nullable(),
        }),
      ),
      /** Complaints that are not closed, of the customer or of one of the customer's orders. */
      complaints: z.array(
        z.object({
          complaintNo: z.string(),
          category: z.string(),
          level: z.string(),
          status: z.string(),
          createdAt: z.string(),
          deadline: z.string(),
        }),
      ),
    }),
  }),
  /** T05, T06, T07. */
  decidePre: write({
    method: 'POST',
    path: '/biz/review/pre/decide',
    access: ['order:decide_pre'],
    writes: {
      on: 'order',
      id: 'orderId',
      action: ['order.pre_pass', 'order.pre_return', 'order.pre_reject'],
    },
    input: z.object({ ...opinion, result: z.enum(resultsOf('pre')) }),
    output: moved,
  }),
  /** T10, T11. */
  decideFirst: write({
    method: 'POST',
    path: '/biz/review/first/decide',
    access: ['order:decide_first'],
    writes: {
      on: 'order',
      id: 'orderId',
      action: ['order.first_pass', 'order.first_return', 'order.first_return_intake'],
    },
    input: z.object({
      ...opinion,
      result: z.enum(resultsOf('first')),
      /** The node to which a return goes; the entry unless told. */
      returnTo: z.enum(returnNodes).optional(),
    }),
    output: moved,
  }),
  /** 电核: what came of a call to somebody of an order that the caller reviews. */
  recordCall: write({
    method: 'POST',
    path: '/biz/review/tel/save',
    access: ['order:decide_first'],
    writes: { on: 'order', id: 'orderId', anyVersion: true, action: 'order.tel_verify' },
    input: z.object({
      orderId: id(),
      target: z.enum(telTargets),
      personId: id().optional(),
      result: z.enum(telResults),
      note: z.string().trim().max(500).optional(),
      answers: json(z.array(telAnswer).max(40)),
    }),
    output: telRecord,
  }),
  /** 撤回 of a first review, for a reason, while nobody has claimed the order for risk control. */
  undoFirst: write({
    method: 'POST',
    path: '/biz/review/first/undo',
    access: ['order:undo_review'],
    writes: { on: 'order', id: 'orderId', action: 'order.first_undo' },
    input: z.object({ ...transition, reason: z.string().trim().min(1, 'machine.guard.undoReason').max(200) }),
    output: moved,
  }),
}
