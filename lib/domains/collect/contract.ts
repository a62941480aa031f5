import * as z from 'zod'
import { read, write } from '../../platform/contract/endpoint.ts'
import { done, id, int, json, line } from '../../platform/contract/wire.ts'
import { cleanName, cleanText } from '../../rules/clean-value.ts'
import { collectStates, linkDays, linkStates } from './rules/collect.ts'

/** The secret of a link: 32 random bytes. Absent on the open form. */
const token = z.string().max(100).optional()
const text = (max: number) => z.string().max(max).default('')

const linkRow = z.object({
  id: z.number().int(),
  shopName: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  state: z.enum(linkStates),
  /** The draft that it became. */
  orderId: z.number().int().nullable(),
  orderNo: z.string().nullable(),
})

/**
 * 客户信息采集. The public calls answer nothing about any person or order, whatever is sent to them; the specification
 * shows none of their shapes.
 */
export const collect = {
  /** The state of the form, and the cities to choose from (GB/T 2260, `parentCode` is the province). */
  form: read({
    method: 'POST',
    path: '/biz/collect/form/get',
    access: 'public',
    of: [],
    input: z.object({ token }),
    output: z.object({
      state: z.enum(collectStates),
      cities: z.array(z.object({ code: z.string(), label: z.string(), province: z.string() })),
    }),
  }),
  /**
   * Sends a code to a mobile. Each one asks for a captcha, whose wrong answer is 400 at `idencode`; 429 when the number
   * or the address asks too often; 422 when the link no longer counts or the SMS could not be sent. `shown` is the
   * message itself where the simulator stands in for a provider.
   */
  sendCode: write({
    method: 'POST',
    path: '/biz/collect/code/send',
    access: 'public',
    writes: { on: 'link', own: 'stranger' },
    maxBytes: 8 * 1024,
    input: z.object({
      token,
      mobile: z.string().max(20),
      redomStr: z.string().max(32),
      idencode: z.string().max(8),
    }),
    output: z.object({ waitSeconds: z.number().int(), shown: z.string().nullable() }),
  }),
  /**
   * Hands the form in, once a link. 400 with `fields`; 422 `collectPage.used` and the like when the link no longer counts.
   * `agreed` is the version of the consent's text that was on the page.
   */
  submit: write({
    method: 'POST',
    path: '/biz/collect/form/submit',
    access: 'public',
    writes: { on: 'order', own: 'stranger' },
    maxBytes: 8 * 1024,
    input: z.object({
      token,
      name: line(cleanName).max(60).default(''),
      idNo: text(40),
      mobile: text(20),
      code: text(12),
      model: line(cleanText).max(300).default(''),
      amount: text(30),
      city: text(6),
      agreed: text(20),
    }),
    output: done,
  }),
  /**
   * 生成采集链接: `path` is below the console's own address and said this once. The shop is one that the caller may
   * create orders for.
   */
  makeLink: write({
    method: 'POST',
    path: '/biz/collect/link/make',
    access: ['order:create'],
    writes: { on: 'link', action: 'collect.make_link', secret: true },
    input: z.object({
      shopId: id(),
      days: int(1, 7).refine((days) => (linkDays as readonly number[]).includes(days)),
    }),
    output: z.object({ id: z.number().int(), path: z.string(), expiresAt: z.string() }),
  }),
  /** The caller's own newest 20 links. */
  links: read({
    method: 'POST',
    path: '/biz/collect/link/list',
    access: ['order:create'],
    of: ['link', 'order'],
    input: z.object({}),
    output: z.array(linkRow),
  }),
  /** 作废 of own links that nobody has used; others are passed over. */
  revokeLinks: write({
    method: 'POST',
    path: '/biz/collect/link/revoke',
    access: ['order:create'],
    writes: { on: 'link', id: 'ids', anyVersion: true, action: 'collect.revoke_link' },
    input: z.object({ ids: json(z.array(z.number().int().min(1)).min(1).max(20)) }),
    output: done,
  }),
}
