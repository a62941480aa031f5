import * as z from 'zod'
import { read, write } from '../../platform/contract/endpoint.ts'
import {
  done,
  fileInput,
  id,
  isoDate,
  json,
  line,
  listInput,
  money,
  page,
} from '../../platform/contract/wire.ts'
import { cleanMobile, cleanName } from '../../rules/clean-value.ts'
import { schemas } from '../../rules/field-schema.ts'
import { balanceKinds } from '../balances/rules/balance.ts'
import {
  grades,
  inForceStates,
  openingKinds,
  openingLimits,
  openingPapers,
  openingStates,
  rebateModes,
  shopTypes,
} from './rules/opening.ts'

/** 开通: channels, branches and shops, from application to closing. */

const text = (max: number) => line().min(1, 'rules.required').max(max)
const optional = (max: number) => line().max(max).default('')
const region = json(
  z
    .array(z.string().regex(/^\d{6}$/))
    .min(1, 'rules.required')
    .max(3),
)
/** Of one that is there, none means that it stays. */
const mobile = () =>
  line(cleanMobile)
    .regex(/^(1\d{10})?$/, 'rules.mobile')
    .default('')
/** A share of what is financed, four decimals; `0.0100` is 1 %. */
const share = z.string().regex(/^0(\.\d{1,4})?$/, 'openings.badRate')
const mayBe = <S extends z.ZodType<string, string>>(schema: S) => z.union([z.literal(''), schema]).default('')

const branchValues = {
  name: text(openingLimits.name),
  shortName: optional(20),
  region,
  address: text(openingLimits.address),
  principal: line(cleanName).min(1, 'rules.required').max(30),
  principalMobile: mobile(),
  businessScope: json(z.array(line().max(40)).max(10)).default([]),
}
const shopValues = {
  name: text(openingLimits.name),
  shopType: z.enum(shopTypes),
  channelId: id(),
  branchId: id(),
  /** Required unless 直营. */
  uscc: mayBe(schemas.uscc),
  legalName: optional(30),
  contactName: line(cleanName).min(1, 'rules.required').max(30),
  contactMobile: mobile(),
  region,
  address: text(openingLimits.address),
  mainBrands: optional(openingLimits.line),
  agreementTo: isoDate(),
  rebateMode: z.enum(rebateModes),
  rebateValue: z
    .string()
    .regex(/^\d{1,8}(\.\d{1,4})?$/, 'openings.badRate')
    .default('0'),
  rating: z.enum(grades),
  /** Of its first user, who is made with it. */
  account: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9_]{4,20}$/, 'openings.badAccount'),
}
const rateRow = z.object({
  productCode: line().max(40),
  productName: line().max(60),
  rebateRate: share,
  commissionRate: share,
})
const channelValues = {
  name: text(openingLimits.name),
  uscc: schemas.uscc,
  level: z.enum(grades),
  cities: json(
    z
      .array(z.string().regex(/^\d{6}$/))
      .min(1, 'rules.required')
      .max(400),
  ),
  coopFrom: isoDate(),
  coopTo: isoDate(),
  rebateRate: share,
  depositRequired: money(),
  quota: money(),
}

const branchContent = z.object(branchValues)
export const shopContent = z.object(shopValues)
const channelContent = z.object({ ...channelValues, rates: z.array(rateRow).default([]) })
export type BranchValues = z.output<typeof branchContent>
export type ShopValues = z.output<typeof shopContent>
export type ChannelValues = z.output<typeof channelContent>
export type OpeningValues = BranchValues | ShopValues | ChannelValues

const row = z.object({
  id: z.number().int(),
  rowVersion: z.number().int(),
  kind: z.enum(openingKinds),
  no: z.string(),
  name: z.string(),
  status: z.enum(openingStates),
  inForce: z.enum(inForceStates).nullable(),
  channelName: z.string().nullable(),
  branchName: z.string().nullable(),
  /** 负责人, 联系人 or 渠道经理. */
  contact: z.string().nullable(),
  shopType: z.string().nullable(),
  rating: z.string().nullable(),
  shortName: z.string().nullable(),
  businessScope: z.array(z.string()),
  city: z.string().nullable(),
  endsOn: z.string().nullable(),
  /** It ends within 30 days, or has ended. */
  endsSoon: z.boolean(),
  reason: z.string(),
  submittedBy: z.number().int().nullable(),
  firstBy: z.number().int().nullable(),
  submittedAt: z.string().nullable(),
  createdAt: z.string(),
})
export type OpeningRow = z.output<typeof row>

/** Mobile numbers are masked. */
const detail = row.extend({
  shop: shopContent.extend({ contactMobile: z.string() }).nullable(),
  branch: branchContent.extend({ principalMobile: z.string() }).nullable(),
  channel: channelContent.nullable(),
  /** Of a change that waits, the fields that differ. */
  changes: z.array(z.object({ field: z.string(), was: z.string(), value: z.string() })),
  submittedByName: z.string().nullable(),
  firstByName: z.string().nullable(),
  /** Of a channel, what the orders of this month take of its quota. */
  quotaUsed: z.string().nullable(),
  /** Orders that are not over. */
  liveOrders: z.number().int(),
  /** Accounts of money, by kind. */
  balances: z.array(
    z.object({
      id: z.number().int(),
      kind: z.enum(balanceKinds),
      balance: z.string(),
      frozen: z.string(),
      available: z.string(),
    }),
  ),
  files: z.array(
    z.object({
      id: z.number().int(),
      paper: z.enum(openingPapers),
      name: z.string(),
      mime: z.string(),
      byName: z.string().nullable(),
      createdAt: z.string(),
    }),
  ),
  /** The papers that it lacks and cannot be submitted without. */
  missing: z.array(z.enum(openingPapers)),
  users: z.array(z.object({ account: z.string(), name: z.string(), signedIn: z.boolean() })),
  log: z.array(
    z.object({
      id: z.number().int(),
      at: z.string(),
      byName: z.string().nullable(),
      /** The verb: `approve`. */
      action: z.string(),
      note: z.string(),
    }),
  ),
})
export type OpeningDetail = z.output<typeof detail>

const access = ['opening:view', 'opening:save', 'opening:first', 'opening:check'] as const
const reason = z.string().trim().min(1, 'rules.required').max(openingLimits.reason)
const note = z.string().trim().max(openingLimits.reason).default('')
const written = z.object({ id: z.number().int(), rowVersion: z.number().int() })

/** A step on one of them. */
const step = <const S extends string, F extends Record<string, z.ZodType>>(
  name: S,
  permission: 'opening:save' | 'opening:check',
  fields: F,
) =>
  write({
    method: 'POST',
    path: `/biz/opening/${name}`,
    access: [permission],
    writes: { on: 'opening', id: 'id', action: `opening.${name}` as const },
    input: z.object({ id: id(), ...fields }),
    output: written,
  })

const listed = z.object({
  ...listInput('createdAt:desc', 'no', 'endsOn'),
  kind: z.enum(openingKinds),
  status: z.enum(openingStates).optional(),
  shopType: z.enum(shopTypes).optional(),
  channelId: id().optional(),
  branchId: id().optional(),
  /** A part of a region's code: province, city or district. */
  city: z
    .string()
    .regex(/^\d{6}$/)
    .optional(),
})

export const openings = {
  /** 开通申请 of one kind; `q` is a part of a number or a name. */
  list: read({
    method: 'POST',
    path: '/biz/opening/list',
    access,
    of: ['opening'],
    input: listed,
    output: page(row),
  }),
  /** The list as xlsx, at most 50,000 rows. */
  exportList: read({
    method: 'POST',
    path: '/biz/opening/export',
    access,
    of: ['opening'],
    leaves: 'list.export',
    kind: 'file',
    input: fileInput(listed),
    output: done,
  }),
  get: read({
    method: 'POST',
    path: '/biz/opening/get',
    access,
    of: ['opening', 'order', 'balance', 'user'],
    input: z.object({ id: id() }),
    output: detail,
  }),
  /** The mobile number of its contact in clear. */
  reveal: read({
    method: 'POST',
    path: '/biz/opening/reveal',
    access: ['sensitive:view'],
    of: ['opening'],
    leaves: 'sensitive.reveal',
    input: z.object({ id: id() }),
    output: z.object({ mobile: z.string() }),
  }),
  /** Channels and branches that are open: a shop may belong to them, and an account. */
  places: read({
    method: 'POST',
    path: '/biz/opening/places',
    access: ['opening:save', 'account:save'],
    of: ['opening'],
    input: z.object({}),
    output: z.object({
      channels: z.array(z.object({ id: z.number().int(), name: z.string() })),
      branches: z.array(z.object({ id: z.number().int(), name: z.string() })),
    }),
  }),
  /** 新增, 修改 of a shop; what is in force stays until a change that needs it was reviewed. */
  saveShop: write({
    method: 'POST',
    path: '/biz/opening/shop/save',
    access: ['opening:save'],
    writes: { on: 'opening', id: 'id', action: 'opening.save' },
    input: z.object({ id: id().optional(), ...shopValues }),
    output: written,
  }),
  saveBranch: write({
    method: 'POST',
    path: '/biz/opening/branch/save',
    access: ['opening:save'],
    writes: { on: 'opening', id: 'id', action: 'opening.save' },
    input: z.object({ id: id().optional(), ...branchValues }),
    output: written,
  }),
  saveChannel: write({
    method: 'POST',
    path: '/biz/opening/channel/save',
    access: ['opening:save'],
    writes: { on: 'opening', id: 'id', action: 'opening.save' },
    input: z.object({ id: id().optional(), ...channelValues }),
    output: written,
  }),
  /** 费率协议 of a channel for a product; reviewed as every change of what is paid. */
  saveRate: step('rate', 'opening:save', {
    productId: id(),
    rebateRate: share,
    commissionRate: share,
  }),
  /** A file of it, one of its papers or a page of one; what is open may get another one, as a renewed agreement. */
  addFile: write({
    method: 'POST',
    path: '/biz/opening/file/add',
    access: ['opening:save'],
    writes: { on: 'opening', id: 'id', anyVersion: true, action: 'opening.addFile' },
    kind: 'upload',
    maxBytes: 11 * 1024 * 1024,
    input: z.object({ id: id(), paper: z.enum(openingPapers) }),
    output: z.object({ fileId: z.number().int() }),
  }),
  /** Takes a file out of a draft, or of what was sent back. */
  removeFile: write({
    method: 'POST',
    path: '/biz/opening/file/remove',
    access: ['opening:save'],
    writes: { on: 'opening', id: 'id', anyVersion: true, action: 'opening.removeFile' },
    input: z.object({ id: id(), fileId: id() }),
    output: done,
  }),
  /** The bytes of a file; `thumb` asks for the preview of a picture. */
  file: read({
    method: 'GET',
    path: '/biz/opening/file/get',
    access,
    of: ['opening'],
    kind: 'file',
    input: z.object({ id: id(), fileId: id(), thumb: z.enum(['1']).optional() }),
    output: done,
  }),
  /** 提交; 422 without the files that its kind needs. */
  submit: step('submit', 'opening:save', {}),
  withdraw: step('withdraw', 'opening:save', {}),
  /** 审核通过: of a shop by its branch, then by headquarters. */
  approve: write({
    method: 'POST',
    path: '/biz/opening/approve',
    access: ['opening:first', 'opening:check'],
    writes: { on: 'opening', id: 'id', action: 'opening.approve' },
    input: z.object({ id: id(), note }),
    output: written,
  }),
  refuse: write({
    method: 'POST',
    path: '/biz/opening/refuse',
    access: ['opening:first', 'opening:check'],
    writes: { on: 'opening', id: 'id', action: 'opening.refuse' },
    input: z.object({ id: id(), reason }),
    output: written,
  }),
  /** 暂停: no new orders; live ones go on. */
  suspend: step('suspend', 'opening:check', { reason }),
  /** 恢复; 422 while its agreement is over. */
  resume: step('resume', 'opening:check', { note }),
  /** 关闭; 422 with live orders, or money on an account. */
  close: step('close', 'opening:check', { reason }),
  /** The one-time password of the shop's first user, to hand over with its opening. */
  handOver: write({
    method: 'POST',
    path: '/biz/opening/handover',
    access: ['opening:check'],
    writes: { on: 'opening', id: 'id', action: 'opening.handOver', secret: true },
    input: z.object({ id: id() }),
    output: z.object({ account: z.string(), password: z.string(), until: z.string() }),
  }),
}
