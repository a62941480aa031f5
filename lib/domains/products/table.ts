import { sql } from 'drizzle-orm'
import { boolean, date, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, looseId, money, rate, rate6 } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'

/** 费用常量: /business/const 费用管理. */
export const feeConst = tenantTable(
  'fee_const',
  {
    /** 费用代码 · unique with effective_from */
    code: text(),
    /** 费用名称 · required */
    name: text().notNull(),
    /** 费用类别 · dict */
    feeClass: text(),
    /** 计费基数 · 融资额/车价/剩余本金/固定/天 */
    basis: text(),
    /** 费率 · 4 decimals */
    rate: rate(),
    /** 固定金额 · when basis = 固定 */
    amount: money(),
    /** 最低 */
    minAmount: money(),
    /** 最高 */
    maxAmount: money(),
    /** 收取方式 · dict */
    chargeMode: text(),
    /** 可退 · 不退/按期退/全退 */
    refundable: text(),
    /** 计入年化 · true = part of 贷款成本 */
    inApr: boolean(),
    /** 税率 */
    taxRate: rate(),
    /** 生效日期 · a change is a new row */
    effectiveFrom: date({ mode: 'string' }),
    /** 状态 · 启用/停用 */
    status: text(),
  },
  (t) => [uniqueIndex('fee_const_day').on(t.tenantId, t.code, t.effectiveFrom)],
)

/** 产品. */
export const product = tenantTable(
  'product',
  {
    /** 产品代码 · unique with version */
    code: text().notNull(),
    /** 产品名称 · required */
    name: text().notNull(),
    /** 业务模式 · dict */
    bizMode: text().notNull(),
    /** 录单模板 · required */
    templateCode: text().notNull(),
    /** 适用车辆 · new/used */
    vehicleKinds: text().array().notNull(),
    /** 可用资方 · order = routing priority */
    capitalIds: looseId('a list').array(),
    /** 还款方式 · dict */
    repayMethod: text().notNull(),
    /** 支付时点 · dict */
    paymentTiming: text().notNull(),
    /** 计息基准 · dict */
    dayCount: text().notNull(),
    /** 月供取整 · dict */
    instRounding: text().notNull(),
    /** 可选期限 · 12–60; assist/joint: new ≤ 60, used ≤ 36 [E, 2018 rules] */
    terms: integer().array().notNull(),
    /** 利率表 · term → annual rate, 4 decimals */
    rateTable: jsonb().notNull(),
    /** 最低融资额 */
    minAmount: money(),
    /** 最高融资额 */
    maxAmount: money(),
    /** 最高融资比例 · (finance_amount − addon_amount) / car_price; defaults new 0.80, new energy 0.85, used 0.70, commercial 0.70 [E, 2018 rules; 2024: lender's own choice for own-use new cars] */
    ltvCap: rate(),
    /** 含附加最高比例 · finance_amount / car_price */
    totalCap: rate(),
    /** 最低首付比例 · ≥ 0 */
    downRatioMin: rate(),
    /** 保证金比例 · 0–0.30 */
    depositRatio: rate(),
    /** 尾款比例上限 · 0–0.50 of car_price */
    balloonRatioMax: rate(),
    /** 费用项 · fee_const codes and overrides */
    feeItems: jsonb(),
    /** 罚息日利率 · default 0.000500 */
    penaltyDaily: rate6(),
    /** 宽限期(天) · 0–10, default 3 */
    graceDays: integer(),
    /** 提前结清规则 · min paid periods; fee tiers; interest mode */
    earlySettleRule: jsonb(),
    /** 部分提前还款规则 · min amount, times a year, ways */
    prepayRule: jsonb(),
    /** 年化上限 · apr_simple > cap blocks */
    aprCap: rate(),
    /** 状态 · 草稿/已上架/已下架; 已上架 is immutable, change = new version */
    status: text().notNull().default('草稿'),
    /** 版本 · an order keeps the version it was entered with */
    version: integer().notNull().default(1),
    depositRatioMin: rate().notNull().default('0'),
    /** 生效日期 · first day of a published version; null was on offer before there were dates */
    effectiveFrom: date({ mode: 'string' }),
    /** 发布时间 */
    publishedAt: instant(),
    /** 发布人 */
    publishedBy: looseId('who left is still named'),
    /** 流程变体 · null is the template's */
    flow: text(),
    /** 本金宽限期(期) */
    principalGrace: integer().notNull().default(0),
    /** 固定还款日 · null is the day of the release */
    repayDay: integer(),
    /** 保证金用途 · refund/offset */
    depositUse: text().notNull().default('refund'),
    /** 保证金计入年化 */
    depositInApr: boolean().notNull().default(true),
    /** 冲账顺序 · null is 费用 → 罚息 → 利息 → 本金 */
    allocOrder: text().array(),
    /** 资方出资比例 · joint_loan */
    funderShare: rate(),
    /** 资方资金成本 · assist_loan */
    funderRate: rate(),
    /** 贴息方式 · none/full/partial/fixed */
    subsidyMode: text().notNull().default('none'),
    /** 贴息利率 · points borne by the OEM */
    subsidyRate: rate(),
    /** 贴息金额 · fixed */
    subsidyAmount: money(),
    /** 初始直接费用比例 · of the amount financed, for the rate implicit in a lease */
    directCostRatio: rate(),
  },
  (t) => [
    uniqueIndex('product_code').on(t.tenantId, t.code, t.version),
    uniqueIndex('product_draft').on(t.tenantId, t.code).where(sql`status = '草稿'`),
  ],
)

/** 残值表: what a car of a brand and series is worth at an age, as a share of its price. */
export const residualValue = tenantTable(
  'residual_value',
  {
    /** 品牌 · required */
    brand: text().notNull(),
    /** 车系 · empty for every series of the brand */
    series: text().notNull().default(''),
    /** 车龄(月) */
    ageMonths: integer().notNull(),
    /** 残值率 */
    ratio: rate().notNull(),
  },
  (t) => [uniqueIndex('residual_value_age').on(t.tenantId, t.brand, t.series, t.ageMonths)],
)
