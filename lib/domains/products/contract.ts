import * as z from 'zod'
import { read, write } from '../../platform/contract/endpoint.ts'
import { needs } from '../../platform/contract/field-permission.ts'
import { done, flag, id, int, isoDate, json, line, listInput, page } from '../../platform/contract/wire.ts'
import { permissions } from '../identity/rules/roles.ts'
import { CHARGE_MODES, FEE_BASES } from '../orders/rules/quote.ts'
import { ageMost, feeBases, feeStates, refunds } from './rules/product-tables.ts'
import { versionStates } from './rules/product-versions.ts'

const option = z.object({ id: z.number().int(), name: z.string() })

/** The terms of a product that a quote needs; money and rates are decimal strings, rates are fractions. */
export const productTerms = z.object({
  id: z.number().int(),
  code: z.string(),
  name: z.string(),
  version: z.number().int(),
  templateCode: z.string(),
  bizMode: z.string(),
  /** Null: the template's own. */
  flow: z.string().nullable(),
  vehicleKinds: z.array(z.string()),
  /** Funders that it may be offered to, the first one first; none: any. */
  capitalIds: z.array(z.number().int()),
  repayMethod: z.string(),
  paymentTiming: z.string(),
  dayCount: z.string(),
  instRounding: z.string(),
  terms: z.array(z.number().int()),
  /** Term in months to annual rate (or, for 等本等息, to monthly flat rate). */
  rateTable: z.record(z.string(), z.string()),
  minAmount: z.string(),
  maxAmount: z.string(),
  ltvCap: z.string(),
  totalCap: z.string(),
  downRatioMin: z.string(),
  depositRatioMin: z.string(),
  depositRatioMax: z.string(),
  balloonRatioMax: z.string(),
  feeItems: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      /** Share of the basis, or null when `amount` fixes it. */
      rate: z.string().nullable(),
      amount: z.string().nullable(),
      /** The basis that the rate is of. */
      basis: z.enum(FEE_BASES),
      /** Bounds of the amount, whoever types it; null where none bind. */
      minAmount: z.string().nullable(),
      maxAmount: z.string().nullable(),
      chargeMode: z.string(),
      inApr: z.boolean(),
    }),
  ),
  aprCap: z.string(),
  principalGrace: z.number().int(),
  repayDay: z.number().int().nullable(),
  depositUse: z.string(),
  depositInApr: z.boolean(),
  /** The parties beside customer and lender that pay or earn. */
  parties: needs(
    'order:internal',
    z
      .object({
        funderShare: z.string().nullable(),
        funderRate: z.string().nullable(),
        subsidyRate: z.string().nullable(),
        subsidyAmount: z.string().nullable(),
        directCostRatio: z.string().nullable(),
      })
      .nullable(),
  ),
  /** 残值表, of a product with a balloon. */
  residuals: z.array(
    z.object({ brand: z.string(), series: z.string(), ageMonths: z.number().int(), ratio: z.string() }),
  ),
})
export type ProductTerms = z.infer<typeof productTerms>

const short = line().max(40)
const number = line().max(24)

/** The terms of a version as they are edited; lib/domains/products/rules/product.ts says what they mean and judges them. */
const productValues = json(
  z.object({
    code: short,
    name: short,
    bizMode: short,
    templateCode: short,
    flow: short,
    vehicleKinds: z.array(short).max(2),
    repayMethod: short,
    paymentTiming: short,
    dayCount: short,
    instRounding: short,
    principalGrace: number,
    repayDay: number,
    rates: z.array(z.object({ term: number, rate: number })).max(60),
    minAmount: number,
    maxAmount: number,
    ltvCap: number,
    totalCap: number,
    downRatioMin: number,
    depositRatioMin: number,
    depositRatio: number,
    depositUse: short,
    depositInApr: z.boolean(),
    balloonRatioMax: number,
    aprCap: number,
    fees: z.array(z.object({ code: short, rate: number, amount: number, chargeMode: short })).max(20),
    allocOrder: z.array(short).max(4),
    penaltyDaily: number,
    graceDays: number,
    capitalIds: z.array(number).max(50),
    funderShare: number,
    funderRate: number,
    subsidyMode: short,
    subsidyRate: number,
    subsidyAmount: number,
    directCostRatio: number,
    earlyMinPeriods: number,
    earlyInterest: short,
    earlyTiers: z.array(z.object({ through: number, rate: number })).max(20),
    prepayMin: number,
    prepayTimes: number,
    prepayWays: z.array(short).max(2),
  }),
)

const feeConstant = z.object({
  code: z.string(),
  name: z.string(),
  basis: z.string(),
  rate: z.string().nullable(),
  amount: z.string().nullable(),
  minAmount: z.string().nullable(),
  maxAmount: z.string().nullable(),
  chargeMode: z.string(),
  inApr: z.boolean(),
})

const reason = z.string().trim().min(1, 'rules.required').max(200)
const name = line().min(1, 'rules.required').max(40)

const productRow = z.object({
  /** Of its newest version, which the others of the row are of too. */
  id: z.number().int(),
  rowVersion: z.number().int(),
  code: z.string(),
  name: z.string(),
  version: z.number().int(),
  /** Of the product: what is on offer, else what is coming, else what there was. */
  state: z.enum(versionStates),
  bizMode: z.string(),
  templateCode: z.string(),
  repayMethod: z.string(),
  terms: z.array(z.number().int()),
  offeredVersion: z.number().int().nullable(),
  comingVersion: z.number().int().nullable(),
  comingFrom: z.string().nullable(),
  draftId: z.number().int().nullable(),
  updatedAt: z.string(),
})
export type ProductRow = z.output<typeof productRow>

const versionRow = z.object({
  id: z.number().int(),
  version: z.number().int(),
  state: z.enum(versionStates),
  effectiveFrom: z.string().nullable(),
  publishedAt: z.string().nullable(),
  publishedBy: z.string().nullable(),
  /** Orders entered with it. */
  orders: z.number().int(),
})
export type VersionRow = z.output<typeof versionRow>

const residualRow = z.object({
  id: z.number().int(),
  rowVersion: z.number().int(),
  brand: z.string(),
  series: z.string(),
  ageMonths: z.number().int(),
  ratio: z.string(),
  updatedAt: z.string(),
})
export type ResidualRow = z.output<typeof residualRow>

const feeRow = feeConstant.extend({
  id: z.number().int(),
  rowVersion: z.number().int(),
  feeClass: z.string().nullable(),
  refundable: z.string().nullable(),
  taxRate: z.string().nullable(),
  effectiveFrom: z.string().nullable(),
  state: z.enum(feeStates),
})
export type FeeRow = z.output<typeof feeRow>

const templateView = z.object({
  code: z.string(),
  version: z.number().int(),
  name: z.string(),
  flow: z.string(),
  /** `when` names the condition under which it shows; null for always. */
  sections: z.array(z.object({ code: z.string(), when: z.string().nullable() })),
  /** The fields where it differs from its sections. */
  fields: z.array(
    z.object({ section: z.string(), field: z.string(), is: z.enum(['required', 'optional', 'hidden']) }),
  ),
  materials: z.array(
    z.object({
      materialType: z.string(),
      stage: z.string(),
      min: z.number().int(),
      max: z.number().int(),
      required: z.boolean(),
      when: z.string().nullable(),
    }),
  ),
  /** Guards with their parameters, as text. */
  guards: z.array(z.object({ name: z.string(), value: z.string() })),
  milestones: z.array(z.string()),
  /** Products of the tenant that are on offer with it. */
  products: z.array(z.object({ id: z.number().int(), code: z.string(), name: z.string() })),
})
export type TemplateView = z.output<typeof templateView>

export const products = {
  /** 产品与方案: one row a product; `q` is a part of its code or name. */
  list: read({
    method: 'POST',
    path: '/biz/product/product/list',
    access: ['product:view'],
    of: ['product'],
    input: z.object({
      ...listInput('code:asc', 'updatedAt'),
      state: z.enum(versionStates).optional(),
      bizMode: z.string().max(40).optional(),
      repayMethod: z.string().max(40).optional(),
    }),
    output: page(productRow),
  }),
  /** One version with its terms, the other versions of its product and the terms of the one before it. */
  get: read({
    method: 'POST',
    path: '/biz/product/product/get',
    access: ['product:view'],
    of: ['product'],
    input: z.object({ id: id() }),
    output: versionRow.extend({
      rowVersion: z.number().int(),
      values: productValues,
      versions: z.array(versionRow),
      former: z.object({ version: z.number().int(), values: productValues }).nullable(),
    }),
  }),
  /** The parts of the tenant that a product is made of. */
  choices: read({
    method: 'POST',
    path: '/biz/product/product/choices',
    access: ['product:view'],
    of: ['product', 'fee'],
    input: z.object({}),
    output: z.object({
      bizModes: z.array(z.string()),
      templates: z.array(z.object({ code: z.string(), name: z.string(), flow: z.string() })),
      capitals: z.array(option.extend({ share: z.string().nullable(), costRate: z.string().nullable() })),
      fees: z.array(feeConstant),
      today: z.string(),
    }),
  }),
  /** A new product as draft of version 1, or the terms of a draft; 422 for a version that is published. */
  save: write({
    method: 'POST',
    path: '/biz/product/product/save',
    access: ['product:save'],
    writes: { on: 'product', id: 'id', action: 'product.save' },
    input: z.object({ id: id().optional(), values: productValues }),
    output: z.object({ id: z.number().int(), rowVersion: z.number().int() }),
  }),
  /** 修订: a draft of the next version, with the terms of this one; 409 when the product has a draft. */
  revise: write({
    method: 'POST',
    path: '/biz/product/product/revise',
    access: ['product:save'],
    writes: { on: 'product', id: 'id', action: 'product.revise', makes: true, anyVersion: true },
    input: z.object({ id: id() }),
    output: z.object({ id: z.number().int() }),
  }),
  /** 发布 from a day on, today at the earliest: new orders are entered with it then, those before keep their version. */
  publish: write({
    method: 'POST',
    path: '/biz/product/product/publish',
    access: ['product:publish'],
    writes: { on: 'product', id: 'id', action: 'product.publish' },
    input: z.object({ id: id(), effectiveFrom: isoDate() }),
    output: done,
  }),
  /** 停用 of a product: none of its published versions is on offer any more. */
  stop: write({
    method: 'POST',
    path: '/biz/product/product/stop',
    access: ['product:publish'],
    writes: { on: 'product', id: 'id', action: 'product.stop' },
    input: z.object({ id: id(), reason }),
    output: done,
  }),
  /** A draft is thrown away. */
  discard: write({
    method: 'POST',
    path: '/biz/product/product/discard',
    access: ['product:save'],
    writes: { on: 'product', id: 'id', action: 'product.discard' },
    input: z.object({ id: id() }),
    output: done,
  }),
  /** 录单模板: what each asks for, to read. */
  templates: read({
    method: 'POST',
    path: '/biz/product/template/all',
    access: ['product:view'],
    of: ['product'],
    input: z.object({}),
    output: z.array(templateView),
  }),
  /** 残值表; `q` is a part of brand or series. */
  residuals: read({
    method: 'POST',
    path: '/biz/product/residual/list',
    access: ['product:view'],
    of: ['residual'],
    input: z.object({ ...listInput('brand:desc', 'ageMonths', 'ratio', 'updatedAt') }),
    output: page(residualRow),
  }),
  /** A row of the table, new or changed; 400 for one that stands there already or gains with age. */
  saveResidual: write({
    method: 'POST',
    path: '/biz/product/residual/save',
    access: ['product:save'],
    writes: { on: 'residual', id: 'id', action: 'residual.save' },
    input: z.object({
      id: id().optional(),
      brand: line().max(40),
      series: line().max(60),
      ageMonths: int(1, ageMost),
      ratio: line().max(8),
    }),
    output: z.object({ id: z.number().int() }),
  }),
  removeResidual: write({
    method: 'POST',
    path: '/biz/product/residual/remove',
    access: ['product:save'],
    writes: { on: 'residual', id: 'id', action: 'residual.remove' },
    input: z.object({ id: id() }),
    output: done,
  }),
  /** 费用常量, each change a row of its own; `q` is a part of code or name. */
  fees: read({
    method: 'POST',
    path: '/biz/product/fee/list',
    access: ['product:view'],
    of: ['fee'],
    input: z.object({
      ...listInput('code:asc', 'effectiveFrom'),
      feeClass: line().max(40).optional(),
      state: z.enum(feeStates).optional(),
    }),
    output: page(feeRow),
  }),
  /** A new fee, or new terms of one from a day on; 400 for a day that is over or has a row already. */
  addFee: write({
    method: 'POST',
    path: '/biz/product/fee/add',
    access: ['product:save'],
    writes: { on: 'fee', action: 'fee.add' },
    input: z.object({
      code: z
        .string()
        .trim()
        .regex(/^[A-Z][A-Z0-9_]{1,19}$/, 'product.rule.code'),
      name,
      feeClass: line().max(40),
      basis: z.enum(feeBases),
      rate: line().max(8).optional(),
      amount: line().max(20).optional(),
      minAmount: line().max(20).optional(),
      maxAmount: line().max(20).optional(),
      chargeMode: z.enum(CHARGE_MODES),
      refundable: z.enum(refunds),
      inApr: flag(),
      taxRate: line().max(8).optional(),
      effectiveFrom: isoDate(),
    }),
    output: z.object({ id: z.number().int() }),
  }),
  /** 停用; 422 while a product on offer charges it. */
  stopFee: write({
    method: 'POST',
    path: '/biz/product/fee/stop',
    access: ['product:save'],
    writes: { on: 'fee', id: 'id', action: 'fee.stop' },
    input: z.object({ id: id(), reason }),
    output: done,
  }),
  /** Products on offer that the user's organisation may enter. */
  options: read({
    method: 'POST',
    path: '/biz/product/product/options',
    access: 'session',
    of: [],
    input: z.object({}),
    output: z.array(productTerms),
  }),
  /** Shops inside the caller's data scope; `closed` says why a new order may not name one, in a sentence. */
  shops: read({
    method: 'POST',
    path: '/biz/channel/shop/options',
    access: 'session',
    of: [],
    input: z.object({}),
    output: z.array(
      option.extend({
        branchId: z.number().int(),
        branchName: z.string(),
        channelId: z.number().int(),
        channelName: z.string(),
        closed: z.string().nullable(),
      }),
    ),
  }),
  /** Staff inside the caller's data scope, for 客户经理, 处理人 and 转交; who holds a permission when one is given. */
  staff: read({
    method: 'POST',
    path: '/biz/identity/user/options',
    access: 'session',
    of: ['user', 'role'],
    input: z.object({ permission: z.enum(permissions).optional(), shopId: id().optional() }),
    output: z.array(option.extend({ account: z.string() })),
  }),
  /**
   * 车辆库: the brands, with `brand` its series, with `series` too its models; of those the ones that hold `text`. For
   * proposing: a car that is not there may be typed.
   */
  vehicles: read({
    method: 'POST',
    path: '/biz/product/vehicle/options',
    access: 'session',
    of: [],
    input: z.object({
      brand: z.string().max(40).optional(),
      series: z.string().max(60).optional(),
      text: z.string().max(100).optional(),
    }),
    output: z.array(z.string()),
  }),
  /** Funders, for filters. */
  capitals: read({
    method: 'POST',
    path: '/biz/capital/capital/options',
    access: 'session',
    of: [],
    input: z.object({}),
    output: z.array(option),
  }),
}
