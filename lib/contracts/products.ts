import * as z from 'zod'
import { FEE_BASES } from '../rules/quote.ts'
import { permissions } from '../rules/roles.ts'
import { read } from './endpoint.ts'
import { id } from './wire.ts'

const option = z.object({ id: z.number().int(), name: z.string() })

/** The terms of a product that a quote needs; money and rates are decimal strings, rates are fractions. */
export const productTerms = z.object({
  id: z.number().int(),
  code: z.string(),
  name: z.string(),
  version: z.number().int(),
  templateCode: z.string(),
  bizMode: z.string(),
  vehicleKinds: z.array(z.string()),
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
      /** What the rate is of. */
      basis: z.enum(FEE_BASES),
      /** Bounds of the amount, whoever types it; null where none bind. */
      minAmount: z.string().nullable(),
      maxAmount: z.string().nullable(),
      chargeMode: z.string(),
      inApr: z.boolean(),
    }),
  ),
  aprCap: z.string(),
})
export type ProductTerms = z.infer<typeof productTerms>

export const products = {
  /** Products on offer that the user's organisation may enter. */
  options: read({
    method: 'POST',
    path: '/biz/product/product/options',
    access: 'session',
    of: [],
    input: z.object({}),
    output: z.array(productTerms),
  }),
  /** Shops inside the caller's data scope; `open` says whether a new order may name it. */
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
        open: z.boolean(),
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
