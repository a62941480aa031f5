import * as z from 'zod'
import { read, write } from '../../platform/contract/endpoint.ts'
import { flag, int, json, line } from '../../platform/contract/wire.ts'
import {
  bizModes,
  brandPictureBytes,
  brandPictureKinds,
  isClock,
  isThemeColor,
  payWays,
  sealKeepers,
  tenantLimits,
} from '../identity/rules/tenant-settings.ts'

/** Empty or left out means not set: then TENANTS_FILE and the service's own limits count. */
const text = (length: number) => line().max(length)
const themeColor = z
  .string()
  .refine((value) => value === '' || isThemeColor(value), 'tenants.themeColorWrong')
const bounded = ({ from, to }: { from: number; to: number }) => int(from, to).optional()

const pictureHash = z.string().regex(/^[0-9a-f]{32}$/)
const pictureKind = z.enum(brandPictureKinds)

const settings = z.object({
  name: z.string(),
  /** Of the login page and the console; null where TENANTS_FILE decides, as for the next ones. */
  title: z.string().nullable(),
  themeColor: z.string().nullable(),
  watermark: z.string().nullable(),
  idleLockMinutes: z.number().int().nullable(),
  sessionIdleMinutes: z.number().int().nullable(),
  sessionHours: z.number().int().nullable(),
  /** True where /collectUserInformation takes customers without a link. */
  collectOpen: z.boolean(),
  /** The kinds of business that its products may be of. */
  bizModes: z.array(z.string()),
  /** The keeper of the company's seal. */
  sealBy: z.enum(sealKeepers),
  /** The way in which releases are paid: by the port, or as files of the bank. */
  payBy: z.enum(payWays),
  /** A release checked later belongs to the next day's sheet; null: none does. */
  releaseCutoff: z.string().nullable(),
  /** Addresses of the pictures that were uploaded. */
  logo: z.string().nullable(),
  favicon: z.string().nullable(),
  /** True where messages of the official account are taken: there is a token. */
  takesOfficial: z.boolean(),
  rowVersion: z.number().int(),
})
export type TenantSettings = z.infer<typeof settings>

const saved = z.object({ rowVersion: z.number().int() })

export const tenants = {
  /** The looks of the host's tenant, as far as its administrator has set it; asked by the console's own server. */
  brand: read({
    method: 'POST',
    path: '/biz/tenant/brand/get',
    access: 'public',
    of: ['tenant'],
    unattended: true,
    input: z.object({}),
    output: settings.pick({
      title: true,
      themeColor: true,
      watermark: true,
      idleLockMinutes: true,
      logo: true,
      favicon: true,
    }),
  }),
  /** A picture of a brand by its address; what is at an address never changes. */
  picture: read({
    method: 'GET',
    path: '/biz/tenant/picture/get',
    access: 'public',
    of: ['tenant'],
    kind: 'file',
    unattended: true,
    input: z.object({ tenant: z.string().regex(/^[a-z0-9-]{1,20}$/), file: pictureHash }),
    output: z.unknown(),
  }),
  /** 租户与品牌: of the caller's own tenant. */
  get: read({
    method: 'POST',
    path: '/biz/tenant/settings/get',
    access: ['sys:tenant:list'],
    of: ['tenant'],
    input: z.object({}),
    output: settings,
  }),
  /** Every page of the tenant wears it at once, signed-in ones and the login page. 409 after somebody else's change. */
  save: write({
    method: 'POST',
    path: '/biz/tenant/settings/save',
    access: ['sys:tenant:save'],
    writes: { on: 'tenant', id: 'own', action: 'tenant.save' },
    input: z.object({
      name: text(tenantLimits.name).min(1, 'rules.required'),
      title: text(tenantLimits.title),
      themeColor,
      watermark: text(tenantLimits.watermark),
      idleLockMinutes: bounded(tenantLimits.idleLock),
      sessionIdleMinutes: bounded(tenantLimits.sessionIdle),
      sessionHours: bounded(tenantLimits.sessionHours),
      collectOpen: flag(),
      /** Left out, they stay; 422 where a product on sale is of one that goes. */
      bizModes: json(z.array(z.enum(bizModes)).max(bizModes.length)).optional(),
      /** Left out, it stays; 422 for a provider where the port leads nowhere. */
      sealBy: z.enum(sealKeepers).optional(),
      /** Left out, they stay. */
      payBy: z.enum(payWays).optional(),
      releaseCutoff: text(5)
        .refine((value) => value === '' || isClock(value), 'tenants.cutoffWrong')
        .optional(),
    }),
    output: saved,
  }),
  /** A logo or favicon: PNG, JPEG or WebP of at most 200 KB; 422 for anything else. */
  uploadPicture: write({
    method: 'POST',
    path: '/biz/tenant/picture/upload',
    access: ['sys:tenant:save'],
    writes: { on: 'tenant', id: 'own', action: 'tenant.picture' },
    kind: 'upload',
    maxBytes: brandPictureBytes + 16 * 1024,
    input: z.object({ kind: pictureKind }),
    output: saved,
  }),
  removePicture: write({
    method: 'POST',
    path: '/biz/tenant/picture/remove',
    access: ['sys:tenant:save'],
    writes: { on: 'tenant', id: 'own', action: 'tenant.picture' },
    input: z.object({ kind: pictureKind }),
    output: saved,
  }),
  /**
   * A new token for `messages.receiveOfficial`, shown this once; the one before ends. Without `on` there is none
   * afterwards, and messages of the official account are refused.
   */
  officialToken: write({
    method: 'POST',
    path: '/biz/tenant/official/token',
    access: ['sys:tenant:save'],
    writes: { on: 'tenant', id: 'own', action: 'tenant.official_token', secret: true },
    input: z.object({ on: flag() }),
    output: saved.extend({ token: z.string() }),
  }),
}
