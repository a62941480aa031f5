import { boolean, date, integer, numeric, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, looseId, money, rate, ref } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'

/** 渠道: SP or dealer group that brings business. */
export const channel = tenantTable(
  'channel',
  {
    /** 渠道编号 · unique */
    code: text().notNull(),
    /** 渠道名称 · required */
    name: text().notNull(),
    /** 统一社会信用代码 · required */
    uscc: text().notNull(),
    /** 渠道等级 · A/B/C/D */
    level: text(),
    /** 展业城市 · required */
    cities: text().array().notNull(),
    /** 渠道经理 */
    managerId: ref('sys_user'),
    /** 合作起始 */
    coopFrom: date({ mode: 'string' }),
    /** 合作到期 · expired blocks new orders */
    coopTo: date({ mode: 'string' }),
    /** 渠道返佣比例 · of finance_amount */
    rebateRate: rate(),
    /** 应缴保证金 */
    depositRequired: money(),
    /** 月进件额度 · warning at 90 % */
    quota: money(),
    /** 状态 · 2.7 */
    status: text().notNull().default('已开通'),
    /** The reason why it takes no orders now */
    stopReason: text(),
  },
  (t) => [uniqueIndex('channel_code').on(t.tenantId, t.code)],
)

/** 分公司/网点: /branch/*. */
export const branch = tenantTable('branch', {
  /** 机构 · one to one */
  orgUnitId: ref('org_unit').notNull(),
  /** 名称 · required */
  name: text().notNull(),
  /** 简称 */
  shortName: text(),
  /** 省市区 */
  region: text().array(),
  /** 地址 */
  address: text(),
  /** 负责人 · required */
  principal: text().notNull(),
  /** 负责人手机 · required */
  principalMobile: text().notNull(),
  /** 业务范围 · dict biz_mode */
  businessScope: text().array(),
  /** 开通申请时间 */
  openApplyAt: instant(),
  /** 状态 · 2.7 */
  status: text().notNull().default('已开通'),
  /** The reason why it takes no orders now */
  stopReason: text(),
})

/** 门店: /shop/OpenShop. */
export const shop = tenantTable(
  'shop',
  {
    /** The shop's unit in the tree of organisations: its path decides who sees its orders. */
    orgUnitId: ref('org_unit').notNull(),
    /** 门店编号 · unique */
    shopNo: text().notNull(),
    /** 门店名称 · required, unique in branch */
    name: text().notNull(),
    /** 门店类型 · 4S/二级经销/二手车行/SP/直营 */
    kind: text(),
    /** 所属渠道 */
    channelId: ref('channel').notNull(),
    /** 所属分公司 · required */
    branchId: ref('branch').notNull(),
    /** 统一社会信用代码 · required unless 直营 */
    uscc: text(),
    /** 法人 */
    legalName: text(),
    /** 联系人 · required */
    contactName: text().notNull(),
    /** 联系手机 · required */
    contactMobile: text().notNull(),
    /** 省市区 · required */
    region: text().array().notNull(),
    /** 地址 · required */
    address: text().notNull(),
    /** 主营品牌 */
    mainBrands: text().array(),
    /** 营业执照 · required */
    licenceFile: looseId('as facadePhotos'),
    /** 门头照 · ≥ 1 */
    facadePhotos: looseId('a list').array(),
    /** 合作协议 · required */
    agreementFile: looseId('as facadePhotos'),
    /** 协议到期 · 30-day warning */
    agreementTo: date({ mode: 'string' }),
    /** 返佣方式 · 单笔固定/按比例/无 */
    rebateMode: text(),
    /** 返佣值 */
    rebateValue: numeric({ precision: 12, scale: 4 }),
    /** 门店评级 · A–D */
    grade: text(),
    /** 状态 · 2.7 */
    status: text().notNull().default('草稿'),
    /** The reason why it takes no orders now */
    stopReason: text(),
  },
  (t) => [
    uniqueIndex('shop_no').on(t.tenantId, t.shopNo),
    uniqueIndex('shop_org_unit').on(t.tenantId, t.orgUnitId),
  ],
)

/** 费率协议: what a channel and its shops earn by a product. */
export const channelRate = tenantTable(
  'channel_rate',
  {
    channelId: ref('channel').notNull(),
    productCode: text().notNull(),
    /** 门店返佣 · of what is financed */
    rebateRate: rate().notNull(),
    /** 渠道佣金 · of what is financed */
    commissionRate: rate().notNull(),
  },
  (t) => [uniqueIndex('channel_rate_of').on(t.tenantId, t.channelId, t.productCode)],
)

/** 资方/资金: /business/zijin. */
export const capital = tenantTable(
  'capital',
  {
    /** 资方代码 · unique */
    code: text().notNull(),
    /** 资方名称 · required */
    name: text().notNull(),
    /** 类型 · 银行/汽金/租赁/信托/自有 */
    kind: text(),
    /** 合作模式 · 自营/联合/助贷 */
    coopMode: text(),
    /** 出资比例 · own + funder = 1 for 联合 */
    shareRatio: rate(),
    /** 资金成本年利率 · 4 decimals */
    costRate: rate(),
    /** 授信额度 */
    creditLimit: money(),
    /** 日放款限额 · routing skips a funder that reached it */
    dailyLimit: money(),
    /** 年化上限: it takes no order that costs its customer more · empty = the product's */
    aprCap: rate(),
    /** 放款截止时间 */
    cutoffTime: text(),
    /** 客户年龄范围 */
    ageRange: text(),
    /** 可做城市 · empty = all */
    cities: text().array(),
    /** 代偿上限比例 · of released amount; assist_loan */
    guaranteeRatio: rate(),
    /** 代偿触发逾期天数 · default 80 */
    compensateDays: integer(),
    /** 对账日 · 1–28 */
    settleDay: integer(),
    /** 状态 · 启用/停用 */
    status: text().notNull().default('启用'),
    /** It is asked over an interface; else by its own site, and its answers are registered by hand. */
    online: boolean().notNull().default(false),
    stopReason: text(),
  },
  (t) => [uniqueIndex('capital_code').on(t.tenantId, t.code)],
)
