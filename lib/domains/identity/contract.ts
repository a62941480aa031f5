import * as z from 'zod'
import { read, write } from '../../platform/contract/endpoint.ts'
import { done, id, int, json } from '../../platform/contract/wire.ts'
import { checked, schemas } from '../../rules/field-schema.ts'
import { plainText } from '../../rules/fields.ts'
import { signatureLength } from './rules/own-info.ts'
import { revealPurposes } from './rules/reveal.ts'

/** The signed-in user: userInfo of the specification, point 3. */
export const sessionUser = z.object({ id: z.number().int(), name: z.string(), account: z.string() })
export type SessionUser = z.infer<typeof sessionUser>

/** Roles are a list of strings; `*` in meta.roles is not used: absent means everybody. */
const menuMeta = z.object({
  roles: z.array(z.string()).optional(),
  /** False: the page begins anew on each visit. Of pages that the menu alone knows; a route says it by itself. */
  keepAlive: z.boolean().optional(),
  /** An address outside opens in a window of its own instead of a frame. */
  external: z.boolean().optional(),
})

/** A menu entry as the server keeps it (specification point 3): `url` is the path, `remark` a component reference. */
export type ServerMenu = {
  id: number
  name: string
  /** The label in English, where there is one. */
  url: string
  icon: string
  remark: string
  meta: z.infer<typeof menuMeta>
  subMenus: ServerMenu[]
  /** The label in pinyin and its initials, parted by a space; the console's server adds what the service has not. */
  pinyin?: string | undefined
}
const serverMenu: z.ZodType<ServerMenu> = z.lazy(() =>
  z.object({
    id: z.number().int(),
    name: z.string(),
    url: z.string(),
    icon: z.string(),
    remark: z.string(),
    meta: menuMeta,
    subMenus: z.array(serverMenu),
    pinyin: z.string().optional(),
  }),
)

const topMenu = z.object({
  id: z.number().int(),
  name: z.string(),
  url: z.string(),
  icon: z.string(),
  meta: menuMeta,
})
export type TopMenu = z.infer<typeof topMenu>

/** A session that counts now. */
export const sessionRow = z.object({
  id: z.number().int(),
  ip: z.string(),
  /** Browser and system in words; empty when the browser does not say. */
  device: z.string(),
  createdAt: z.string(),
  /** Of its last call that a person caused, to the minute. */
  activeAt: z.string(),
  locked: z.boolean(),
  /** The one that asks. */
  own: z.boolean(),
})
export type SessionRow = z.infer<typeof sessionRow>

/** MD5 hex of what was typed, and not of nothing. */
const hashed = /^(?!d41d8cd98f00b204e9800998ecf8427e)[0-9a-f]{32}$/
const lockPassword = z.string().regex(hashed, 'errors.lockPasswordEmpty')
/** The same for a field that may be left empty. */
const passwordField = z.union([z.literal(''), z.string().regex(hashed)]).default('')

/** 个性签名 */
const signature = checked(plainText(signatureLength))

/** 4 random digits and the epoch ms: of one captcha. */
const redomStr = z.string().regex(/^\d{17}$/)

/** The password that unlocks a screen: the lock password or, where none was set, the login password. */
const opensWith = z.enum(['lock', 'login'])

export const identity = {
  /**
   * Both login forms of the specification, points 3 and 7: account or username, idencode or code.
   * `password` is MD5 hex, lower case. Refused tries answer 400 with `captcha` when the next one needs it. A password
   * that an administrator handed out opens nothing by itself: 400 with code `newPassword` asks for `newPassword` beside
   * it, MD5 hex too, which counts from then on.
   */
  login: write({
    method: 'POST',
    path: '/login/go',
    access: 'public',
    writes: { on: 'session', own: 'stranger' },
    input: z.object({
      account: z.string().trim().max(32).optional(),
      username: z.string().trim().max(32).optional(),
      password: z.string().max(64),
      newPassword: z.string().max(64).optional(),
      idencode: z.string().max(8).optional(),
      code: z.string().max(8).optional(),
      redomStr: z.string().max(32).optional(),
      remember: z.string().max(8).optional(),
    }),
    output: z.object({ token: z.string(), myUser: sessionUser }),
  }),
  /**
   * Draws the captcha bound to `redomStr` (4 random digits + epoch ms, new at each draw, usable once): `image` is a PNG
   * in base64. Its answer counts when the page has done its work as well: a number that with `salt` hashes to `bits`
   * zero bits, said by {@link identity.captchaProof}. For a login the account goes along, whose failed tries make the
   * work harder. `shown` is what the picture says, in a demo under test alone. 429 for too many of one address.
   */
  captcha: write({
    method: 'POST',
    path: '/biz/identity/captcha/draw',
    access: 'public',
    writes: { on: 'session', own: 'stranger' },
    input: z.object({ redomStr, account: z.string().trim().max(32).optional() }),
    output: z.object({
      image: z.string(),
      salt: z.string(),
      bits: z.number().int(),
      shown: z.string().nullable(),
    }),
  }),
  /** The work beneath a captcha. Answers the same whether it is right or not; the captcha's own answer tells. */
  captchaProof: write({
    method: 'POST',
    path: '/biz/identity/captcha/prove',
    access: 'public',
    writes: { on: 'session', own: 'stranger' },
    maxBytes: 1024,
    input: z.object({ redomStr, nonce: int(0) }),
    output: done,
  }),
  /** The login page has to know these: whether this account or address needs a captcha, and the demo's accounts. */
  loginPolicy: read({
    method: 'POST',
    path: '/biz/identity/login/policy',
    access: 'public',
    of: [],
    input: z.object({ account: z.string().trim().max(32).optional() }),
    output: z.object({
      captcha: z.boolean(),
      demo: z
        .object({
          password: z.string(),
          /** `can` is what can be done with the account today, in a line. */
          accounts: z.array(z.object({ account: z.string(), name: z.string(), can: z.string() })),
        })
        .nullable(),
    }),
  }),
  logout: write({
    method: 'GET',
    path: '/logout',
    access: 'evenLocked',
    writes: { on: 'session', own: 'session' },
    input: z.object({}),
    output: z.object({}),
  }),
  /**
   * Spelled as the specification spells it. The old token counts for 30 s more, for calls that are under way. A locked
   * screen stays locked, and its session does not run out over lunch.
   */
  refresh: write({
    method: 'POST',
    path: '/user/refesh',
    access: 'evenLocked',
    writes: { on: 'session', own: 'session' },
    unattended: true,
    input: z.object({}),
    output: z.object({ token: z.string() }),
  }),
  /**
   * 锁屏: from now on the session is answered 423 until {@link identity.unlock}. `password` is MD5 hex, lower case;
   * without it, as when nobody was there for a while, the login password unlocks.
   */
  lock: write({
    method: 'POST',
    path: '/biz/identity/session/lock',
    access: 'session',
    writes: { on: 'session', own: 'session' },
    unattended: true,
    input: z.object({ password: lockPassword.optional() }),
    output: z.object({ opensWith }),
  }),
  /**
   * 解锁: the lock password is forgotten with the lock. A wrong one answers 400, the fifth in a row 401 and ends the
   * session. A session that is not locked stays as it is.
   */
  unlock: write({
    method: 'POST',
    path: '/biz/identity/session/unlock',
    access: 'evenLocked',
    writes: { on: 'session', own: 'session' },
    input: z.object({ password: z.string().max(64) }),
    output: z.object({}),
  }),
  permissions: read({
    method: 'POST',
    path: '/sys/role/getPermission',
    access: 'session',
    of: ['role', 'user'],
    input: z.object({}),
    output: z.object({ roles: z.array(z.string()), permissions: z.array(z.string()) }),
  }),
  userInfo: read({
    method: 'POST',
    path: '/sys/user/getUserInfo',
    access: 'session',
    of: ['user'],
    input: z.object({}),
    output: sessionUser.extend({ mobile: z.string(), orgName: z.string(), demo: z.boolean() }),
  }),
  /** 个人信息: the caller's own data, in clear. */
  ownInfo: read({
    method: 'POST',
    path: '/sys/user/getOwnInfo',
    access: 'session',
    of: ['user'],
    input: z.object({}),
    output: sessionUser.extend({
      mobile: z.string(),
      signature: z.string(),
      /** True where a pay password is set; what proves the wish for a new one depends on it. */
      hasPayPassword: z.boolean(),
    }),
  }),
  /** 修改 of one's own data. Name and account are the administrator's. */
  saveOwnInfo: write({
    method: 'POST',
    path: '/sys/user/updateOwnInfo',
    access: 'session',
    writes: { on: 'user', own: 'state' },
    input: z.object({ mobile: schemas.mobile, signature }),
    output: done,
  }),
  /** 登录设备: the caller's own sessions that count now, the one that asks first, then the one used last. */
  ownSessions: read({
    method: 'POST',
    path: '/biz/identity/session/own',
    access: 'session',
    of: ['session'],
    unattended: true,
    input: z.object({}),
    output: z.array(sessionRow),
  }),
  /**
   * 结束 of another one of the caller's own sessions, at once; one that has ended meanwhile is passed over. 404 for
   * what is none of his, 422 for the one that asks.
   */
  endOwnSession: write({
    method: 'POST',
    path: '/biz/identity/session/end',
    access: 'session',
    writes: { on: 'session', own: 'session' },
    input: z.object({ id: id() }),
    output: done,
  }),
  /**
   * 修改密码 (specification points 3, 5, 7 and 8): login password, pay password, or both. Passwords are MD5 hex, lower
   * case; an empty field is not part of the change. `account` and `id` are the caller's own. `paypassword` is the
   * original pay password or, where none is set, the login password.
   *
   * Answers 200 with a code: `1` changed; `2` not for now or not for this caller, the dialog closes; `3` an original
   * is wrong; `4` the rules of point 5 refuse; `5` the new one is among the first that are guessed.
   * A new login password ends every other session of the user.
   */
  updatePassword: write({
    method: 'POST',
    path: '/sys/user/updatePwd',
    access: 'session',
    writes: { on: 'user', own: 'session' },
    input: z.object({
      account: z.string().trim().max(32),
      id: id(),
      password: passwordField,
      new_password: passwordField,
      confirm_password: passwordField,
      paypassword: passwordField,
      new_paypassword: passwordField,
      confirm_paypassword: passwordField,
    }),
    output: z.object({ code: z.string(), msg: z.string() }),
  }),
  /** The user's menu as a tree, or the part below one top entry. */
  menus: read({
    method: 'POST',
    path: '/sys/module/getMenuVOs',
    access: 'session',
    of: ['menu', 'role'],
    input: z.object({ parentId: id().optional() }),
    output: z.array(serverMenu),
  }),
  topMenus: read({
    method: 'GET',
    path: '/getMenuVOs',
    access: 'session',
    of: ['menu', 'role'],
    input: z.object({}),
    output: z.array(topMenu),
  }),
  /**
   * Personal data of an order in clear, answered by field; one audit row says which, whose and what for. A field is
   * named by where it is entered and what it is called there: `intake.customer.idAddress`, `entry.contacts.0.mobile`,
   * `applicant.idNo` for the head of the order, `linkedPerson.12.mobile` by the person's id. 400 for what is nowhere on
   * the order or is not masked.
   */
  reveal: read({
    method: 'POST',
    path: '/biz/identity/sensitive/reveal',
    access: ['sensitive:view'],
    of: ['order'],
    leaves: 'sensitive.reveal',
    input: z.object({
      orderId: id(),
      fields: json(
        z
          .array(z.string().regex(/^[A-Za-z0-9]{1,40}(\.[A-Za-z0-9]{1,40}){1,3}$/))
          .min(1)
          .max(200),
      ),
      purpose: z.enum(revealPurposes),
    }),
    output: z.object({ values: z.record(z.string(), z.string()) }),
  }),
}
