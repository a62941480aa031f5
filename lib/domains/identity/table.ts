import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, looseId, ref } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'
import type { LoginEvent } from './rules/login-log.ts'
import { type BrandPictureKind, payWays, sealKeepers } from './rules/tenant-settings.ts'

/** 租户/品牌: what the administrator sets; hosts and the brand before that are TENANTS_FILE's. */
export const tenant = tenantTable(
  'tenant',
  {
    /** 租户代码 · unique, [a-z0-9-] */
    code: text().notNull(),
    /** 租户名称 · required */
    name: text().notNull(),
    /** 登录页标题; null: as TENANTS_FILE says, and so the settings below */
    loginTitle: text(),
    /** 主题色 · #RRGGBB */
    themeColor: text(),
    /** 水印文字 · a line behind the user's name */
    watermark: text(),
    /** 无操作锁屏(分钟) · 0 never */
    idleLockMinutes: integer(),
    /** 会话空闲上限(分钟) · at most the service's own; null: that one */
    sessionIdleMinutes: integer(),
    /** 会话最长(小时) · at most the service's own; null: that one */
    sessionHours: integer(),
    /** SHA-256 of what the official account's messages come with; null: none are taken */
    officialTokenHash: text(),
    /** 开通业务模式 · dict biz_mode */
    bizModes: text().array().notNull().default([]),
    /** 参数 · overrides of the parameter table in 4.1 */
    params: jsonb().notNull().default({}),
    /** 公开采集 · whether /collectUserInformation takes customers without a link */
    collectOpen: boolean().notNull().default(false),
    /** 公司签章 · by its own certificate, or by the provider behind the port esign */
    sealBy: text({ enum: sealKeepers }).notNull().default('own'),
    /** 放款方式 · by the port payment, or as a file of the bank */
    payBy: text({ enum: payWays }).notNull().default('port'),
    /** 放款截止时间 · HH:MM; what is checked after it belongs to the next day */
    releaseCutoff: text(),
    /** 状态 · 启用/停用 */
    status: text().notNull().default('启用'),
  },
  (t) => [uniqueIndex('tenant_code').on(t.code)],
)

/** A picture of the brand, as it is served: base64 of at most 200 KB. */
export const brandPicture = tenantTable(
  'brand_picture',
  {
    kind: text().$type<BrandPictureKind>().notNull(),
    /** Of its bytes; in its address, so that a browser keeps it for good. */
    hash: text().notNull(),
    mime: text().notNull(),
    body: text().notNull(),
  },
  (t) => [uniqueIndex('brand_picture_kind').on(t.tenantId, t.kind)],
)

/** 机构: 总部 → 大区 → 分公司 (branch) → 门店 (shop) → 部门; one tree. */
export const orgUnit = tenantTable(
  'org_unit',
  {
    /** 上级 · null only for 总部 */
    parentId: ref('org_unit'),
    /** 类型 · hq/region/branch/shop/dept */
    kind: text().notNull(),
    /** 名称 · required, unique among siblings */
    name: text().notNull(),
    /** 路径 · materialised, for data scope */
    path: text().notNull(),
    /** 状态 · 启用/停用; cannot stop with open orders */
    status: text().notNull().default('启用'),
  },
  (t) => [index('org_unit_path').on(t.tenantId, t.path)],
)

/** 员工/用户: userInfo of the spec: name, account, id. */
export const sysUser = tenantTable(
  'sys_user',
  {
    /** 账号 · unique per tenant, read-only after create */
    account: text().notNull(),
    /** 姓名 · required; watermark text */
    name: text().notNull(),
    /** 登录密码 · slow hash on the server of the client hash; never returned */
    passwordHash: text().notNull(),
    /** 支付密码 · needed to check a release, to settle, to write off */
    payPasswordHash: text(),
    /** 手机 · unique per tenant */
    mobile: text(),
    /** 个性签名 */
    signature: text().notNull().default(''),
    /** 所属机构 · required */
    orgUnitId: ref('org_unit').notNull(),
    /** 角色 · see 1.2 */
    roleCodes: text().array().notNull().default([]),
    /** 数据权限 · self/dept/org_tree/custom/all */
    dataScope: text().notNull().default('self'),
    /** 自定义机构 · of the data scope `custom`, each with all below it; empty otherwise */
    scopeUnitIds: looseId('a list').array().notNull().default([]),
    /** 坐席号 · unique when set */
    seatNo: text(),
    /** 状态 · 正常/锁定/停用 */
    status: text().notNull().default('正常'),
    /** 连续失败次数 · locked at 5, reset on success */
    failedLogins: integer().notNull().default(0),
    /** 最近登录 */
    lastLoginAt: instant(),
    /** The password is one that an administrator handed out, and opens the account until then; null: the user's own. */
    oneTimeUntil: instant(),
    /** 解锁: wrong passwords before it count no more. */
    unlockedAt: instant(),
  },
  (t) => [
    uniqueIndex('sys_user_account').on(t.tenantId, t.account),
    uniqueIndex('sys_user_mobile').on(t.tenantId, t.mobile),
    index('sys_user_unit').on(t.tenantId, t.orgUnitId),
    index('sys_user_roles').using('gin', t.roleCodes),
  ],
)

/** 角色: a set of permissions `object:action`. */
export const sysRole = tenantTable(
  'sys_role',
  {
    code: text().notNull(),
    name: text().notNull(),
    permissions: text().array().notNull().default([]),
    /** Everything that a new holder is offered; a user's own data scope is what counts. */
    dataScope: text().notNull().default('self'),
  },
  (t) => [uniqueIndex('sys_role_code').on(t.tenantId, t.code)],
)

/** 菜单: the fields of the specification, point 3; `roles` is meta.roles, null for everybody. */
export const sysMenu = tenantTable(
  'sys_menu',
  {
    parentId: ref('sys_menu'),
    name: text().notNull(),
    /** The label in English; the other one where it is empty. */
    url: text().notNull(),
    icon: text().notNull().default(''),
    remark: text().notNull().default(''),
    roles: text().array(),
    /** Its page stays mounted while its tab is open; only of pages that the menu alone knows. */
    keepAlive: boolean().notNull().default(true),
    /** An address outside opens in a window of its own instead of a frame. */
    external: boolean().notNull().default(false),
    /** 启用; a disabled entry shows to nobody, nor does what is below it. */
    enabled: boolean().notNull().default(true),
    sort: integer().notNull().default(0),
  },
  (t) => [index('sys_menu_parent').on(t.tenantId, t.parentId, t.sort)],
)

/**
 * Everything that the program has offered the tenant: menu entries, roles, their permissions. Each once, so that what a
 * tenant changed or took away stays so.
 */
export const offered = tenantTable('offered', { what: text().notNull() }, (t) => [
  uniqueIndex('offered_what').on(t.tenantId, t.what),
])

/** One row for each sign-in: the tokens that follow one another are its, the lock of its screen too. */
export const userSession = tenantTable(
  'user_session',
  {
    userId: ref('sys_user').notNull(),
    ip: text(),
    userAgent: text().notNull().default(''),
    /** Of its last call that a person caused; written once a minute at most. */
    activeAt: instant().notNull().default(sql`now()`),
    endedAt: instant(),
    /** The reason why an administrator ended it, as its browser is told. */
    endReason: text(),
    lockedAt: instant(),
    /** Slow hash of the lock password; null while locked: the login password unlocks. */
    lockHash: text(),
    /** Wrong unlock passwords since the lock. */
    unlockFailures: integer().notNull().default(0),
  },
  (t) => [
    index('user_session_user').on(t.tenantId, t.userId),
    index('user_session_live')
      .on(t.tenantId, t.activeAt.desc(), t.id.desc())
      .where(sql`${t.endedAt} is null`),
  ],
)

/** One row for each token handed out; a token counts while its row and its session say so. Only its SHA-256 is kept. */
export const accessToken = tenantTable(
  'access_token',
  {
    tokenHash: text().notNull(),
    userId: ref('sys_user').notNull(),
    /** Null in rows from before there were sessions, which count no more. */
    sessionId: ref('user_session', 'cascade'),
    expiresAt: instant().notNull(),
    endedAt: instant(),
    /** The token that replaced this one, sealed with this one; gone when the session ended otherwise. */
    successor: text(),
    ip: text(),
  },
  (t) => [
    uniqueIndex('access_token_hash').on(t.tenantId, t.tokenHash),
    index('access_token_user').on(t.tenantId, t.userId),
    index('access_token_session').on(t.tenantId, t.sessionId),
  ],
)

/** Failed and successful tries to sign in: what captcha and throttling count. */
export const loginAttempt = tenantTable(
  'login_attempt',
  {
    account: text().notNull(),
    ip: text().notNull(),
    /** Null while it is judged, and for good where the server was stopped meanwhile. */
    ok: boolean(),
    /** The browser, when it has signed in to this account before. */
    device: text(),
  },
  (t) => [
    index('login_attempt_account').on(t.tenantId, t.account, t.createdAt),
    index('login_attempt_ip').on(t.tenantId, t.ip, t.createdAt),
  ],
)

/** A captcha drawn and not yet used. */
export const captcha = tenantTable(
  'captcha',
  {
    redomStr: text().notNull(),
    code: text().notNull(),
    expiresAt: instant().notNull(),
    /** The part of an address that counts as one. */
    ip: text().notNull(),
    /** Of the proof of work, and how hard it is. */
    salt: text().notNull(),
    bits: integer().notNull(),
    proven: boolean().notNull().default(false),
  },
  (t) => [
    uniqueIndex('captcha_redom_str').on(t.tenantId, t.redomStr),
    index('captcha_ip').on(t.tenantId, t.ip),
  ],
)

/** The time when an address may next try an account whose tries are slowed: one after another, each address once. */
export const loginTurn = tenantTable(
  'login_turn',
  {
    account: text().notNull(),
    /** The part of an address that counts as one. */
    ip: text().notNull(),
    dueAt: instant().notNull(),
  },
  (t) => [uniqueIndex('login_turn_account').on(t.tenantId, t.account, t.ip)],
)

/** 登录日志: every try to sign in, every logout, every session that was ended; append-only. */
export const loginLog = tenantTable(
  'login_log',
  {
    event: text().$type<LoginEvent>().notNull(),
    /** Null for an account that there is not. */
    userId: ref('sys_user'),
    account: text().notNull(),
    ok: boolean().notNull(),
    /** A code of lib/domains/identity/rules/login-log.ts; empty for a login and a logout that went as usual. */
    reason: text().notNull().default(''),
    /** Everything that an administrator wrote who ended the session. */
    note: text().notNull().default(''),
    ip: text().notNull().default(''),
    userAgent: text().notNull().default(''),
  },
  (t) => [
    index('login_log_newest').on(t.tenantId, t.createdAt.desc(), t.id.desc()),
    index('login_log_refused').on(t.tenantId, t.account, t.createdAt).where(sql`not ${t.ok}`),
    index('login_log_user').on(t.tenantId, t.userId, t.createdAt.desc(), t.id.desc()),
  ],
)
