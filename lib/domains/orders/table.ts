import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, looseId, money, rate, rate6, ref } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'
import type { OrderSource } from './rules/order-source.ts'
import type { ReviewMark } from './rules/review-marks.ts'
import type { ConditionCode } from './rules/risk-approval.ts'

/** 申请订单: Master record of 进件 and 录单; statuses in 2.1. Money example = loan E1 of section 4. */
export const application = tenantTable(
  'application',
  {
    /** 订单编号 · tenant code + yyyyMMdd + 6 digits */
    orderNo: text().notNull(),
    /** 产品 · required; frozen at submit */
    productId: ref('product'),
    /** 产品版本 · copied */
    productVersion: integer(),
    /** 录单模板 · copied from product */
    templateCode: text().notNull().default('shenfen'),
    /** 业务模式 · copied */
    bizMode: text(),
    /** 流程变体 · copied from product; null is the template's */
    flow: text(),
    /** 渠道 · required */
    channelId: ref('channel').notNull(),
    /** 分公司 · from the user's org */
    branchId: ref('branch').notNull(),
    /** 门店 · required; must be 已开通 */
    shopId: ref('shop').notNull(),
    /** 客户经理 · required */
    salesmanId: ref('sys_user').notNull(),
    /** 录单员 · server */
    entryUserId: ref('sys_user'),
    /** 客户 · the record of the ID number, for duplicates and history; what is shown is what was entered */
    customerId: ref('customer').notNull(),
    /** 客户姓名 · as entered */
    customerName: text().notNull(),
    /** 证件号码 · as entered */
    idNo: text().notNull(),
    /** 手机号 · as entered */
    mobile: text().notNull(),
    /** 车辆 · required before first review */
    vehicleId: ref('vehicle'),
    /** 申请城市 · must be in channel.cities */
    applyCity: text(),
    /** 来源 · staff, or the customer by a link or the open form of /collectUserInformation */
    source: text().$type<OrderSource>().notNull().default('staff'),
    /** 订单状态 · 2.1 */
    status: text().notNull().default('draft'),
    /** 审核环节码 · '2' 预审, '3' 初审, '4' 风控; label rule [S]: '2' pre-review, others first review */
    exaStatus: text(),
    /** 领取人 · null = 待领取 (counta), set = 已领取 (countb) */
    claimedBy: ref('sys_user'),
    /** 领取时间 */
    claimedAt: instant(),
    /** 进入本环节时间 · 滞留 = now − this */
    stageEnteredAt: instant().notNull().default(sql`now()`),
    /** 提交次数 · +1 on each submit */
    submitCount: integer().notNull().default(0),
    /** 车辆价格 · basis: new = net_price; used = min(net, eval) */
    carPrice: money(),
    /** 首付比例 · ≥ product.down_ratio_min */
    downRatio: rate(),
    /** 首付金额 · r2(car_price × ratio) or typed; one derives the other */
    downPayment: money(),
    /** 附加融资额 · Σ financed addons */
    addonAmount: money(),
    /** 融资额 · = car_price − down_payment + addon_amount */
    financeAmount: money(),
    /** 申请金额 · spec "applied balance"; = finance_amount at submit */
    appliedAmount: money(),
    /** 批复金额 · ≤ applied_amount */
    approvedAmount: money(),
    /** 批复期数 */
    approvedTerm: integer(),
    /** 批复首付 */
    approvedDownPayment: money(),
    /** The quote of the approved terms, which later steps go by. */
    approvedQuote: jsonb(),
    /** 期数 · in product.terms */
    term: integer(),
    /** 年利率 · 4 decimals: 最多四位小数 [S] */
    annualRate: rate(),
    /** 月费率 · 等本等息 only */
    flatRateMonth: rate6(),
    /** 还款方式 · copied */
    repayMethod: text(),
    /** 支付时点 · copied */
    paymentTiming: text(),
    /** 尾款 · 0 unless balloon; ≤ ratio × car_price */
    balloonAmount: money(),
    /** 保证金 · r2(finance_amount × deposit_ratio) */
    depositAmount: money(),
    /** 月供 · calculated, read-only, 4.3 */
    monthlyPayment: money(),
    /** 利息合计 · calculated */
    totalInterest: money(),
    /** 费用合计 · Σ application_fee */
    feeTotal: money(),
    /** 年化利率(单利) · 12 × monthly IRR incl. fees; on form and contract */
    aprSimple: rate(),
    /** 年化利率(复利) · (1+IRR)^12 − 1 */
    aprCompound: rate(),
    /** 融资比例 · (finance_amount − addon_amount)/car_price */
    ltv: rate(),
    /** 收入负债比 · (monthly_debt + monthly_payment)/(income + other + co-lessee) */
    dti: rate(),
    /** 每月还款日 · 1–28 */
    repayDay: integer(),
    /** 起租日/起息日 · = release date, set at release */
    valueDate: date({ mode: 'string' }),
    /** 首期还款日 · calculated, 4.2 */
    firstDueDate: date({ mode: 'string' }),
    /** 还款卡 · bound before signing */
    repayCardId: ref('bank_card'),
    /** 收款账户 · the shop's, audited; or the customer's card (回租) */
    payeeAccountId: looseId('an account of the shop or a card of the customer'),
    /** 资方 · by routing at 待签约 or by hand */
    capitalId: ref('capital'),
    /** 贴息政策 by which it was entered: who is billed its subsidy */
    subsidyPolicyId: ref('subsidy_policy'),
    /** 资方单号 */
    capitalOrderNo: text(),
    /** 合同编号 · issued when contracts are generated */
    contractNo: text(),
    /** 视频面签通过 · milestone */
    videoPassedAt: instant(),
    /** 还款卡已绑定 · milestone */
    cardBoundAt: instant(),
    /** 电子签约时间 · milestone */
    econtractSignedAt: instant(),
    /** GPS安装时间 · milestone */
    gpsInstalledAt: instant(),
    /** 首付款登记时间 · milestone; sum due = down_payment + deposit + upfront fees (+ rent 1 if 期初) */
    firstPaymentAt: instant(),
    /** 保险材料通过 · milestone */
    insuranceOkAt: instant(),
    /** 抵押办理完成 · milestone or post-release task */
    mortgageOkAt: instant(),
    /** 资方通过 · milestone */
    funderOkAt: instant(),
    /** 放款时间 */
    releasedAt: instant(),
    /** 归档完成 */
    archivedAt: instant(),
    /** 结清时间 */
    settledAt: instant(),
    /** 拒绝环节 · 预审/风控/资方 */
    rejectStage: text(),
    /** 拒绝原因 · two-level reason tree */
    rejectReason: text().array(),
    /** 作废原因 · required to void */
    voidReason: text(),
    /** 复议 · once, ≤ 30 days after 拒绝 */
    isReconsider: boolean().notNull().default(false),
    /** 复议申请 · asked or declined; null before there is one */
    reconsiderAsk: text(),
    /** 加急 */
    priority: boolean().notNull().default(false),
    /** 备注 */
    remark: text(),
    /** Bigrams of the name, digits of the numbers: what the quick search looks up; kept by a trigger. */
    searchKeys: text().array().notNull().default([]),
    /** Newest decision of a review stage: its user may not claim the next one. */
    lastDecidedBy: looseId('0 is the system, which is nobody’s row'),
    /** The intake form's and the order-entry form's values, nested by section; may be unfinished until T08. */
    intakeValues: jsonb().notNull().default({}),
    entryValues: jsonb().notNull().default({}),
    returnCount: integer().notNull().default(0),
    /** Version of the entry template, frozen with the product at T08. */
    templateVersion: integer(),
    /** The quote as it was at T08: what the reviewers saw stays, whatever product or rules become. */
    quoteSnapshot: jsonb(),
    creditAuthAt: instant(),
  },
  (t) => [
    uniqueIndex('application_order_no').on(t.tenantId, t.orderNo),
    index('application_subsidy').on(t.tenantId, t.subsidyPolicyId).where(sql`subsidy_policy_id is not null`),
    index('application_created').on(t.tenantId, t.createdAt.desc(), t.id.desc()),
    index('application_entered').on(
      ...[t.tenantId, t.stageEnteredAt.desc(), t.id.desc()],
      ...[t.status, t.templateCode, t.capitalId, t.shopId, t.gpsInstalledAt, t.firstPaymentAt],
    ),
    index('application_stage').on(
      ...[t.tenantId, t.status, t.stageEnteredAt, t.id],
      ...[t.shopId, t.templateCode, t.capitalId, t.gpsInstalledAt, t.firstPaymentAt],
    ),
    index('application_shop').on(t.tenantId, t.shopId, t.createdAt.desc(), t.id.desc()),
    index('application_customer').on(t.tenantId, t.customerId),
    index('application_customer_name').on(t.tenantId, t.customerName),
    index('application_id_no').on(t.tenantId, t.idNo),
    index('application_mobile').on(t.tenantId, t.mobile),
    index('application_reconsider')
      .on(t.tenantId, t.stageEnteredAt, t.id)
      .where(sql`reconsider_ask = 'asked' and not is_reconsider`),
    index('application_released').on(t.tenantId, t.releasedAt.desc(), t.id.desc()),
    index('application_search').using('gin', t.searchKeys),
  ],
)

/** 附加融资项. */
export const applicationAddon = tenantTable(
  'application_addon',
  {
    /** 项目 · 购置税/商业险/交强险/履约险/延保/装潢/上牌/GPS/其他 */
    addonType: text().notNull(),
    /** 金额 · > 0 */
    amount: money().notNull(),
    /** 融入 · true adds to addon_amount */
    financed: boolean().notNull().default(true),
    /** 收款方 */
    payee: text(),
    orderId: ref('application').notNull(),
  },
  (t) => [index('application_addon_order').on(t.tenantId, t.orderId)],
)

/** 订单费用. */
export const applicationFee = tenantTable(
  'application_fee',
  {
    /** 费用代码 · required */
    feeCode: text().notNull(),
    /** 应收金额 · calculated or within range */
    amount: money().notNull(),
    /** 收取方式 · dict */
    chargeMode: text().notNull(),
    /** 承担方 · 客户/门店/渠道/厂家 */
    payer: text().notNull().default('客户'),
    /** 已收金额 · ≤ amount */
    receivedAmount: money().notNull().default('0'),
    /** 收取时间 */
    receivedAt: instant(),
    /** 已退金额 · 4.11 */
    refundedAmount: money().notNull().default('0'),
    /** 状态 · 待收/部分/已收/已退/减免 */
    status: text().notNull().default('待收'),
    orderId: ref('application').notNull(),
  },
  (t) => [index('application_fee_order').on(t.tenantId, t.orderId)],
)

/** 审核任务: One row per stage visit: 预审/初审/风控/放款审核/材料审核/开户审核. */
export const reviewTask = tenantTable(
  'review_task',
  {
    /** 订单 */
    orderId: ref('application').notNull(),
    /** 环节 · pre/first/risk/release/material/account */
    stage: text().notNull(),
    /** 任务状态 · 待领取/已领取/已完成/已退回池 */
    poolStatus: text().notNull().default('待领取'),
    /** 处理人 · claim is exclusive; one UPDATE … WHERE claimed_by IS NULL */
    claimedBy: ref('sys_user'),
    /** 进入时间 */
    enteredAt: instant().notNull().default(sql`now()`),
    /** 领取时间 */
    claimedAt: instant(),
    /** 完成时间 */
    finishedAt: instant(),
    /** 时限(小时) · by stage, working hours; late = red */
    slaHours: integer(),
    /** 审核结果 · 通过/有条件通过/退回/拒绝 */
    result: text(),
    /** 一级原因 · required for 退回/拒绝 */
    reasonL1: text(),
    /** 二级原因 · required for 退回/拒绝 */
    reasonL2: text(),
    /** 原因细节 · required for 退回 */
    reasonDetail: text(),
    /** 退回节点 · 录单/进件/上一环节 */
    returnTo: text(),
    /** 审核意见 · required, ≥ 5 chars */
    opinion: text().notNull(),
    /** 内部备注 · hidden from channel roles */
    internalNote: text(),
    /** 批复金额 · risk stage; ≤ applied */
    approvedAmount: money(),
    /** 批复期数 · risk stage */
    approvedTerm: integer(),
    /** 批复首付比例 · ≥ requested */
    approvedDownRatio: rate(),
    /** 放款条件 · e.g. 追加保证人, 加装无线GPS */
    conditions: text().array(),
    /** Everything that is to be mended on a return (lib/domains/orders/rules/review-marks.ts) */
    marks: jsonb().$type<ReviewMark[]>().notNull().default([]),
    /** The form as it was returned: the next reviewer sees what changed since */
    returnedValues: jsonb(),
  },
  (t) => [
    index('review_task_order').on(t.tenantId, t.orderId),
    index('review_task_entered').on(t.tenantId, t.enteredAt.desc(), t.id.desc()),
  ],
)

/** 审核进度: Timeline of /record/shenhe: every transition, append-only. */
export const reviewLog = tenantTable(
  'review_log',
  {
    /** 订单 */
    orderId: ref('application').notNull(),
    /** 序号 · 1..n per order */
    seq: integer().notNull(),
    /** 动作 · event names of 2.1 */
    event: text().notNull(),
    /** 原状态 */
    fromStatus: text(),
    /** 新状态 */
    toStatus: text().notNull(),
    /** 操作人 · system = 0 */
    actorId: looseId('0 is the system, which is nobody’s row').notNull(),
    /** 角色 */
    actorRole: text().notNull(),
    /** 意见 */
    opinion: text(),
    /** 滞留(分钟) · since the previous row */
    stayMinutes: integer(),
    /** 操作时间 */
    at: instant().notNull().default(sql`now()`),
  },
  (t) => [
    uniqueIndex('review_log_seq').on(t.tenantId, t.orderId, t.seq),
    index('review_log_at').on(t.tenantId, t.at),
  ],
)

/** 风控决策. */
export const riskDecision = tenantTable(
  'risk_decision',
  {
    /** 订单 */
    orderId: ref('application').notNull(),
    /** 场景 */
    sceneCode: text().notNull(),
    /** 版本 · the version of the scene that decided; null before versions were kept */
    sceneVersion: integer(),
    /** Everything that the rules saw (lib/domains/risk/rules/risk-facts.ts); null before facts were kept */
    facts: jsonb(),
    /** 命中规则 · [{code,name,action,value}] */
    hits: jsonb().notNull().default([]),
    /** 评分 · 0–100 */
    score: integer(),
    /** 等级 · A ≥ 80, B ≥ 65, C ≥ 50, D ≥ 40, E */
    grade: text(),
    /** 建议 · 通过/人工/拒绝 */
    suggestion: text().notNull(),
    /** 建议额度 */
    suggestedAmount: money(),
    /** 征信摘要 · 账户数, 余额, 近24月逾期次数, 近3月查询次数 */
    creditSummary: jsonb(),
    /** 决策时间 */
    decidedAt: instant().notNull().default(sql`now()`),
  },
  (t) => [index('risk_decision_order').on(t.tenantId, t.orderId)],
)

/** 放款条件: what a risk approval asks of the steps behind it. */
export const orderCondition = tenantTable(
  'order_condition',
  {
    /** 订单 */
    orderId: ref('application').notNull(),
    /** 条件 · lib/domains/orders/rules/risk-approval.ts */
    code: text().$type<ConditionCode>().notNull(),
    /** Everything that is asked, where the code alone does not say it */
    detail: text(),
    /** 满足时间 */
    metAt: instant(),
    metBy: ref('sys_user'),
    /** The way in which it was met */
    metNote: text(),
    /** A later approval asked anew */
    droppedAt: instant(),
  },
  (t) => [
    index('order_condition_order').on(t.tenantId, t.orderId),
    index('order_condition_gps').on(t.tenantId, t.orderId).where(sql`code = 'gps' AND dropped_at IS NULL`),
  ],
)
