import * as z from 'zod'
import { read, write } from '../../platform/contract/endpoint.ts'
import { needs } from '../../platform/contract/field-permission.ts'
import {
  done,
  fileInput,
  flag,
  groupBy,
  groups,
  id,
  int,
  isoDate,
  json,
  listInput,
  money,
  page,
  sortBy,
} from '../../platform/contract/wire.ts'
import { cleanIdNo, cleanMobile } from '../../rules/clean-value.ts'
import { checked } from '../../rules/field-schema.ts'
import { plainText } from '../../rules/fields.ts'
import { milestoneCodes } from '../identity/rules/milestones.ts'
import { materialItem } from '../materials/contract/attachments.ts'
import { productTerms } from '../products/contract.ts'
import { isDraftNo } from '../system/rules/draft-keys.ts'
import type { QuoteLine } from './rules/entry/quote-lines.ts'
import { orderSources } from './rules/order-source.ts'
import { chances } from './rules/reconsideration.ts'

const codes = json(z.array(z.string().max(40)).max(40))

/** A row of every order list: the common columns of domain.md 3.5. ID number and mobile are masked. */
export const orderRow = z.object({
  id: z.number().int(),
  rowVersion: z.number().int(),
  orderNo: z.string(),
  templateCode: z.string(),
  customerName: z.string(),
  idNo: z.string(),
  mobile: z.string(),
  productName: z.string(),
  shopId: z.number().int(),
  shopName: z.string(),
  branchName: z.string(),
  salesmanName: z.string(),
  /** The one who typed it first: staff, or the customer by a link or the open form. */
  source: z.enum(orderSources),
  status: z.string(),
  exaStatus: z.string().nullable(),
  /** Milestones that are lit. */
  milestones: z.array(z.string()),
  /** The time at which the order entered its stage; 滞留 is now less this. */
  stageEnteredAt: z.string(),
  createdAt: z.string(),
  claimedBy: z.number().int().nullable(),
  claimedByName: z.string().nullable(),
  claimedAt: z.string().nullable(),
  submitCount: z.number().int(),
  returnCount: z.number().int(),
  appliedAmount: z.string().nullable(),
  financeAmount: z.string().nullable(),
  term: z.number().int().nullable(),
  /** The amount approved, also where it is the one applied for; null before. */
  approvedAmount: z.string().nullable(),
  approvedTerm: z.number().int().nullable(),
  monthlyPayment: z.string().nullable(),
  capitalName: z.string().nullable(),
  releasedAt: z.string().nullable(),
  /** 风控提示: suggestion of the last risk decision, 通过, 人工 or 拒绝. */
  riskHint: needs('order:internal', z.string().nullable()),
  /** The places that the last return wants mended, while the order is back. */
  toMend: z.array(z.object({ kind: z.enum(['field', 'material']), at: z.string(), note: z.string() })),
  /** The user who decided the stage before: he may not claim this one. */
  lastDecidedBy: z.number().int().nullable(),
  /** Of a rejected order: how its 复议 stands. */
  chance: z.enum(chances).nullable(),
})
export type OrderRow = z.infer<typeof orderRow>

/** Filters that more than one order list has. */
const orderFilters = {
  productId: id().optional(),
  branchId: id().optional(),
  shopId: id().optional(),
  salesmanId: id().optional(),
  createdFrom: isoDate().optional(),
  createdTo: isoDate().optional(),
}
const intakeInput = z.object({
  ...listInput('createdAt:desc', 'stageEnteredAt', 'appliedAmount'),
  ...orderFilters,
  status: codes.optional(),
})
const queryGroup = groupBy('status', 'shopId', 'claimedBy')
const queryInput = z.object({
  ...listInput('createdAt:desc', 'stageEnteredAt', 'financeAmount', 'releasedAt'),
  ...orderFilters,
  status: codes.optional(),
  exaStatus: z.string().max(4).optional(),
  channelId: id().optional(),
  capitalId: id().optional(),
  releasedFrom: isoDate().optional(),
  releasedTo: isoDate().optional(),
  amountMin: money().optional(),
  amountMax: money().optional(),
  group: queryGroup.optional(),
})

const historyInput = z.object({
  ...listInput('enteredAt:desc'),
  from: isoDate().optional(),
  to: isoDate().optional(),
})

/** The words that stay inside the house (domain.md 1.2: a shop never sees scores and internal notes). */
const internalWords = {
  /** The opinion of risk control, or of the system in its name. */
  internalOpinion: needs('order:internal', z.string().nullable()),
  /** 内部备注 of a review. */
  internalNote: needs('order:internal', z.string().nullable()),
}

/** A step of the progress: one row of review_log. */
export const progressStep = z.object({
  seq: z.number().int(),
  event: z.string(),
  fromStatus: z.string().nullable(),
  toStatus: z.string(),
  actorName: z.string(),
  actorRole: z.string(),
  /** The opinion written for everybody who follows the order. */
  opinion: z.string().nullable(),
  ...internalWords,
  stayMinutes: z.number().int().nullable(),
  at: z.string(),
})
export type ProgressStep = z.infer<typeof progressStep>

/** A milestone that an order has reached; who reached it is null where the order's own machine did not. */
export const milestoneView = z.object({
  code: z.string(),
  at: z.string(),
  actorName: z.string().nullable(),
  actorRole: z.string().nullable(),
})
export type MilestoneView = z.infer<typeof milestoneView>

/** The facts that the head of every page about an order shows. */
export const orderHeader = orderRow.extend({
  productId: z.number().int().nullable(),
  salesmanId: z.number().int(),
  customerId: z.number().int(),
  updatedAt: z.string(),
  remark: z.string().nullable(),
  /** The codes of the reasons, or the rules of the risk scene that were hit. */
  rejectReason: needs('order:internal', z.string().nullable()),
  voidReason: z.string().nullable(),
  /** The milestones that gate its release. */
  gates: z.array(z.enum(milestoneCodes)),
})
export type OrderHeader = z.infer<typeof orderHeader>

/** A person on an order; personal data is masked. */
export const personView = z.object({
  id: z.number().int(),
  role: z.string(),
  relation: z.string().nullable(),
  name: z.string(),
  idNo: z.string().nullable(),
  mobile: z.string(),
  employerName: z.string().nullable(),
  monthlyIncome: z.string().nullable(),
  address: z.string().nullable(),
})

/** The repayment quote of an order; amounts and rates are decimal text, rates are fractions. */
const quoteFigures = z.object({
  carPrice: z.string(),
  downPayment: z.string(),
  downRatio: z.string(),
  addonAmount: z.string(),
  financeAmount: z.string(),
  /** 起息日 for which all of it holds; absent of quotes that were kept before they said it. */
  valueDate: z.string().optional(),
  term: z.number().int(),
  annualRate: z.string(),
  monthlyPayment: z.string(),
  totalInterest: z.string(),
  feeTotal: z.string(),
  /** The amount that each fee comes to; absent of quotes that were kept before they said it. */
  fees: z.array(z.object({ code: z.string(), chargeMode: z.string(), amount: z.string() })).optional(),
  depositAmount: z.string(),
  firstDueAmount: z.string(),
  aprSimple: z.string().nullable(),
  aprCompound: z.string().nullable(),
  ltv: z.string(),
  dti: z.string().nullable(),
})

/** The same with what other parties pay or earn. */
export const quoteView = quoteFigures
  .extend({
    /** The parties' parts; amounts of all instalments together, null where the product has no such party. */
    parties: needs(
      'order:internal',
      z
        .object({
          funderPrincipal: z.string().nullable(),
          funderInterest: z.string().nullable(),
          ownPrincipal: z.string().nullable(),
          ownInterest: z.string().nullable(),
          serviceFee: z.string().nullable(),
          subsidy: z.string().nullable(),
          leaseRate: z.string().nullable(),
        })
        .nullable(),
    ),
  })
  .nullable()

export type QuoteView = z.infer<typeof quoteView>

/** A risk scene's decision on the order. */
export const riskView = z.object({
  sceneCode: z.string(),
  /** Of the scene; null before versions were kept. */
  sceneVersion: z.number().int().nullable(),
  suggestion: z.string(),
  score: z.number().int().nullable(),
  grade: z.string().nullable(),
  /** `value` is what made a rule hit: a number, an amount, the names of fields. */
  hits: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      action: z.string(),
      /** The fact a rule asked (lib/domains/risk/rules/risk-facts.ts); unknown of decisions before rules said it. */
      fact: z.string().default(''),
      value: z.string().default(''),
    }),
  ),
  decidedAt: z.string(),
})
export type RiskView = z.infer<typeof riskView>

const intakeValues = json(z.record(z.string(), z.unknown()))
/** Values nested by section, `{ [section]: { [field]: value } }`; shape in lib/rules/order-entry. */
const entryValues = json(z.record(z.string(), z.unknown()))
/** The last return of an order that came back: the two reasons' codes, joined by `/`, and the detail. */
const returned = z
  .object({
    /** Not returned: rejected, and taken up once more. */
    reconsidered: z.literal(true).optional(),
    reason: z.string(),
    detail: z.string(),
    opinion: z.string().nullable(),
    ...internalWords,
    by: z.string(),
    at: z.string(),
    /** The fields and papers that the reviewer named, each with what is to be mended. */
    marks: z.array(z.object({ kind: z.enum(['field', 'material']), at: z.string(), note: z.string() })),
  })
  .nullable()
const transition = { orderId: id() }
const moved = z.object({ orderId: z.number().int(), status: z.string(), rowVersion: z.number().int() })

export const applications = {
  /** 进件列表. */
  intakeList: read({
    method: 'POST',
    path: '/biz/order/intake/list',
    access: ['order:view'],
    of: ['order'],
    input: intakeInput,
    output: page(orderRow),
  }),
  /** Orders of a template that wait for their entry, first or again. */
  entryQueue: read({
    method: 'POST',
    path: '/biz/order/entry/list',
    access: ['order:entry'],
    of: ['order'],
    input: z.object({
      ...listInput('stageEnteredAt:asc', 'createdAt', 'appliedAmount'),
      templateCode: z.string().max(20).optional(),
      productId: orderFilters.productId,
      shopId: orderFilters.shopId,
      salesmanId: orderFilters.salesmanId,
      status: codes.optional(),
    }),
    output: page(orderRow),
  }),
  /** 订单查询. */
  query: read({
    method: 'POST',
    path: '/biz/order/order/list',
    access: ['order:view'],
    of: ['order'],
    input: queryInput,
    output: page(orderRow),
  }),
  /** The groups of all orders that match. */
  queryGroups: read({
    method: 'POST',
    path: '/biz/order/order/groups',
    access: ['order:view'],
    of: ['order'],
    input: queryInput
      .omit({ start: true, length: true, cursor: true, sort: true })
      .extend({ group: queryGroup }),
    output: groups(),
  }),
  /** The filter of 进件列表 or 订单查询 as xlsx, at most 50,000 rows; audited with filter and count. */
  exportList: read({
    method: 'POST',
    path: '/biz/order/order/export',
    access: ['order:export'],
    of: ['order'],
    leaves: 'list.export',
    kind: 'file',
    input: fileInput(queryInput).extend({
      /** Those of the list. */
      sort: sortBy('createdAt', 'stageEnteredAt', 'appliedAmount', 'financeAmount', 'releasedAt').optional(),
      list: z.enum(['intake', 'query', 'pre']),
      /** The filters that only the pools have. */
      claim: z.enum(['unclaimed', 'mine', 'claimed']).optional(),
      province: z.string().max(6).optional(),
      enteredFrom: isoDate().optional(),
      enteredTo: isoDate().optional(),
      stayDays: int(1, 365).optional(),
    }),
    output: done,
  }),
  /** 进件明细 and 录单明细: the order with everything on it. */
  get: read({
    method: 'POST',
    path: '/biz/order/order/get',
    access: ['order:view'],
    of: ['order'],
    input: z.object({ orderId: id() }),
    output: z.object({
      order: orderHeader,
      /** Section code to its fields, as shown: masked, codes not yet translated. */
      values: z.record(z.string(), z.unknown()),
      linkedPersons: z.array(personView),
      quote: quoteView,
      /** The quote of what was approved; null before. */
      approvedQuote: quoteView,
      materials: z.array(materialItem),
      risks: needs('order:internal', z.array(riskView)),
      progress: z.array(progressStep),
      milestones: z.array(milestoneView),
    }),
  }),
  /**
   * The lines that each figure of the quote is made of, as submitted or as approved. `held` is false where it cannot be said any
   * more: the product is another one since, or the order came without an entry.
   */
  explainQuote: read({
    method: 'POST',
    path: '/biz/order/quote/explain',
    access: ['order:view'],
    of: ['order', 'product'],
    input: z.object({ orderId: id(), approved: flag() }),
    output: z.object({
      held: z.boolean(),
      /** Figure to its lines. */
      lines: z.record(
        z.string(),
        z.array(z.custom<QuoteLine>((value) => typeof value === 'object' && value !== null)),
      ),
      /** Code of a fee to its name. */
      feeNames: z.record(z.string(), z.string()),
    }),
  }),
  /** 审核进度: the timeline of review_log with the milestones reached and who has the order now. */
  progress: read({
    method: 'POST',
    path: '/biz/order/progress/get',
    access: ['order:view'],
    of: ['order'],
    input: z.object({ orderId: id() }),
    output: z.object({
      order: orderHeader,
      steps: z.array(progressStep),
      milestones: z.array(milestoneView),
    }),
  }),
  /** 往来与日志 of an order, each the newest 50: calls about it, messages about it to staff, what was done to it. */
  trail: read({
    method: 'POST',
    path: '/biz/order/trail/get',
    access: ['order:internal'],
    of: ['order', 'phoneCall', 'message', 'dueDiligence'],
    input: z.object({ orderId: id() }),
    output: z.object({
      calls: z.array(
        z.object({
          id: z.number().int(),
          direction: z.string(),
          phone: z.string(),
          agentName: z.string(),
          startAt: z.string(),
          talkSeconds: z.number().int().nullable(),
          result: z.string().nullable(),
        }),
      ),
      messages: z.array(
        z.object({ id: z.number().int(), title: z.string(), to: z.string(), createdAt: z.string() }),
      ),
      log: z.array(
        z.object({ id: z.number().int(), action: z.string(), actorName: z.string(), at: z.string() }),
      ),
    }),
  }),
  /** 客户审核流程: review stages over the orders of customers. */
  history: read({
    method: 'POST',
    path: '/biz/order/history/list',
    access: ['order:view'],
    of: ['order'],
    input: historyInput,
    output: page(
      z.object({
        id: z.number().int(),
        orderId: z.number().int(),
        orderNo: z.string(),
        customerName: z.string(),
        stage: z.string(),
        result: z.string().nullable(),
        handlerName: z.string().nullable(),
        enteredAt: z.string(),
        finishedAt: z.string().nullable(),
      }),
    ),
  }),
  /** 客户审核流程 as xlsx, as {@link exportList} does it. */
  exportHistory: read({
    method: 'POST',
    path: '/biz/order/history/export',
    access: ['order:export'],
    of: ['order'],
    leaves: 'list.export',
    kind: 'file',
    input: fileInput(historyInput),
    output: done,
  }),
  /** The intake form's values in clear, for editing an order in 草稿 or 预审退回. */
  getIntake: read({
    method: 'POST',
    path: '/biz/order/intake/get',
    access: ['order:create'],
    of: ['order'],
    leaves: 'order.read_clear',
    input: z.object({ orderId: id() }),
    output: z.object({
      order: orderHeader,
      values: z.record(z.string(), z.unknown()),
      materials: z.array(materialItem),
      returned,
    }),
  }),
  /**
   * T01: creates the order (no orderId) or saves it. Answers 400 with `fields` when a value is wrong; what only the
   * submit needs may be missing.
   */
  saveIntake: write({
    method: 'POST',
    path: '/biz/order/intake/save',
    access: ['order:create'],
    writes: { on: 'order', id: 'orderId', action: ['order.create', 'order.save_intake'] },
    input: z.object({
      orderId: id().optional(),
      values: intakeValues,
      /** Number of the draft that the order is made of: no other window makes another one of it (409 `made`). */
      draftNo: z.string().refine(isDraftNo).optional(),
    }),
    output: z.object({ orderId: z.number().int(), orderNo: z.string(), rowVersion: z.number().int() }),
  }),
  /** Live orders and black-list hits of an ID number or mobile, before it is saved: G2 and G3. */
  checkDuplicate: read({
    method: 'POST',
    path: '/biz/order/intake/check',
    access: ['order:create'],
    of: ['order'],
    leaves: 'order.check_duplicate',
    input: z.object({
      idNo: checked(plainText(18), cleanIdNo),
      mobile: z.string().overwrite(cleanMobile).max(11).optional(),
      orderId: id().optional(),
    }),
    output: z.object({ live: z.boolean(), black: z.boolean(), former: z.number().int() }),
  }),
  /**
   * T02. Refused by G1–G3 with 422 and their messages, G1 with `fields` by path too; a reject of the scene PRE_CHECK
   * is T07 by the system.
   */
  submitPre: write({
    method: 'POST',
    path: '/biz/order/intake/submit',
    access: ['order:submit_pre'],
    writes: { on: 'order', id: 'orderId', action: 'order.submit_pre' },
    input: z.object(transition),
    output: moved,
  }),
  /** 复制: a new draft with the same customer and intent. */
  copy: write({
    method: 'POST',
    path: '/biz/order/intake/copy',
    access: ['order:create'],
    writes: { on: 'order', id: 'orderId', anyVersion: true, makes: true, action: 'order.create' },
    input: z.object({ orderId: id() }),
    output: z.object({ orderId: z.number().int(), orderNo: z.string(), rowVersion: z.number().int() }),
  }),
  /** T34: drafts and returned orders by `order:void`, later ones by `order:void_later`. */
  void: write({
    method: 'POST',
    path: '/biz/order/order/void',
    access: ['order:void', 'order:void_later'],
    writes: { on: 'order', id: 'orderId', action: 'order.void' },
    input: z.object({ ...transition, reason: z.string().trim().min(1).max(200) }),
    output: moved,
  }),
  /** The order-entry form: values in clear, the template's materials, products that fit. */
  getEntry: read({
    method: 'POST',
    path: '/biz/order/entry/get',
    access: ['order:entry'],
    of: ['order'],
    leaves: 'order.read_clear',
    input: z.object({ orderId: id() }),
    output: z.object({
      order: orderHeader,
      values: z.record(z.string(), z.unknown()),
      products: z.array(productTerms),
      /** The risk scene lets a template ask for a guarantor. */
      guarantorAsked: z.boolean(),
      materials: z.array(materialItem),
      returned,
    }),
  }),
  /** The newest other order of a VIN that the caller may see: facts of the car for an entry that begins with them. */
  formerOrder: read({
    method: 'POST',
    path: '/biz/order/entry/former',
    access: ['order:entry'],
    of: ['order'],
    leaves: 'order.read_clear',
    input: z.object({ orderId: id(), vin: z.string().min(17).max(17) }),
    output: z.object({
      former: z
        .object({
          orderNo: z.string(),
          createdAt: z.string(),
          vehicle: z.record(z.string(), z.string()),
          appraisal: z.record(z.string(), z.string()),
        })
        .nullable(),
    }),
  }),
  /** 保存草稿: unfinished values are welcome; the quote is computed again here. */
  saveEntry: write({
    method: 'POST',
    path: '/biz/order/entry/save',
    access: ['order:entry'],
    writes: { on: 'order', id: 'orderId', action: 'order.save_entry' },
    input: z.object({ ...transition, values: entryValues }),
    output: z.object({ rowVersion: z.number().int(), savedAt: z.string(), quote: quoteFigures.nullable() }),
  }),
  /**
   * T08. G4–G8: 400 with `fields` by path; a DTI above the limit is asked about with 422 `refusals.confirmDti` until
   * `confirmDti`. G2 and G3 again, now with the VIN: 422.
   */
  submitFirst: write({
    method: 'POST',
    path: '/biz/order/entry/submit',
    access: ['order:submit_first'],
    writes: { on: 'order', id: 'orderId', action: 'order.submit_first' },
    input: z.object({ ...transition, values: entryValues, confirmDti: flag().optional() }),
    output: moved,
  }),
}
