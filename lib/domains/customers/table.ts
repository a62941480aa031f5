import { boolean, date, index, integer, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, looseId, money, ref } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'
import { bindStatuses } from './rules/bank-card.ts'

/** Everything that is asked of a person who applies, beside name, ID number and mobile. */
const personColumns = {
  /** 英文名 · rule "English name" [S] */
  englishName: text(),
  /** 证件类型 · only 身份证 gets the checksum */
  idType: text().notNull().default('01'),
  /** 证件有效期起 · ≤ today */
  idValidFrom: date({ mode: 'string' }),
  /** 证件有效期止 · > today to submit; < maturity = warning; null if long-term */
  idValidTo: date({ mode: 'string' }),
  /** 长期有效 · true clears id_valid_to */
  idLongTerm: boolean().notNull().default(false),
  /** 签发机关 */
  idIssuer: text(),
  /** 身份证地址 · required */
  idAddress: text(),
  /** 性别 · derived from digit 17 (odd = 男); editable only for other ID types */
  gender: text(),
  /** 出生日期 · derived from the ID; 18 ≤ age, age at maturity ≤ 65 (parameter) */
  birthDate: date({ mode: 'string' }),
  /** 民族 */
  ethnic: text(),
  /** 备用手机 · ≠ mobile */
  mobile2: text(),
  /** 微信号 */
  wechat: text(),
  /** 邮箱 · [S] */
  email: text(),
  /** 住宅电话 · 0xx(x)-xxxxxxx(x) */
  landline: text(),
  /** 婚姻状况 · 已婚 ⇒ spouse section required */
  maritalStatus: text(),
  /** 学历 · dict */
  education: text(),
  /** 户籍性质 · 城镇/农业/居民 */
  hukouType: text(),
  /** 本地户籍 */
  localHukou: boolean(),
  /** 现居住省市区 · GB/T 2260 codes */
  liveRegion: text().array(),
  /** 现居住地址 · required */
  liveAddress: text(),
  /** 现址居住起始 · ≤ today */
  liveSince: date({ mode: 'string' }),
  /** 住房类型 · dict */
  houseType: text(),
  /** 房产归属 · 本人/配偶/父母/子女/亲属/公司 */
  houseOwner: text(),
  /** 月租金 · required if 租赁 */
  monthlyRent: money(),
  /** 职业身份 · dict */
  employType: text(),
  /** 单位名称 · required unless 自由职业/退休 */
  employerName: text(),
  /** 单位性质 · dict */
  employerNature: text(),
  /** 所属行业 · GB/T 4754 top level */
  industry: text(),
  /** 职务 */
  position: text(),
  /** 职级 · 负责人/高管/中层/一般/正式/非正式 */
  jobLevel: text(),
  /** 入职时间 · ≤ today */
  employSince: date({ mode: 'string' }),
  /** 单位电话 · landline or mobile */
  employerTel: text(),
  /** 单位地址 */
  employerAddress: text(),
  /** 月收入 · > 0 */
  monthlyIncome: money(),
  /** 其他月收入 · ≥ 0 */
  otherIncome: money(),
  /** 其他收入来源 · required if other_income > 0 */
  otherIncomeSource: text(),
  /** 月负债还款 · ≥ 0; feeds DTI */
  monthlyDebt: money(),
  /** 有无驾照 */
  hasDriverLicense: boolean(),
  /** 驾驶证号 */
  driverLicenseNo: text(),
  /** 准驾车型 · C1/C2/B2/A2/… */
  driverLicenseClass: text(),
  /** 客户来源 · 门店/转介绍/网络/厂家/老客户/其他 */
  sourceType: text(),
  /** 推荐人 · required if 转介绍 */
  referrer: text(),
  /** 意向级别 · 高/中/低/已成交/已流失 */
  intentionLevel: text(),
}

/**
 * 客户: Natural person, one row an ID number, to find duplicates and history by. An order has its applicant as entered
 * (`application`, `applicant`); this row says what was last confirmed, and changes by `customers.update` alone.
 */
export const customer = tenantTable(
  'customer',
  {
    /** 客户编号 · K+yyMMdd+6 digits, server */
    customerNo: text().notNull(),
    /** 客户姓名 · required; 2–30, Chinese, · or letters */
    name: text().notNull(),
    /** 证件号码 · 18 chars, province prefix, date, MOD 11-2 [S]; unique per tenant; masked 前6后4 */
    idNo: text().notNull(),
    /** 手机号 · required; 11 digits starting with 1 [S] */
    mobile: text().notNull(),
    /** 客户评级 · A–E, from risk_decision */
    riskGrade: text(),
    /** 黑名单 · true blocks submit: 该客户在黑名单中 */
    blackFlag: boolean().notNull().default(false),
    /** 征信授权时间 · must precede any credit query */
    creditAuthAt: instant(),
    ...personColumns,
  },
  (t) => [
    uniqueIndex('customer_no').on(t.tenantId, t.customerNo),
    uniqueIndex('customer_id_no').on(t.tenantId, t.idNo),
    index('customer_created').on(t.tenantId, t.createdAt.desc(), t.id.desc()),
  ],
)

/** 申请人: The applicant (承租人/借款人) of an order as entered; name, ID number and mobile stand on the order. */
export const applicant = tenantTable(
  'applicant',
  {
    /** 订单 · one to one */
    orderId: ref('application').notNull(),
    ...personColumns,
  },
  (t) => [uniqueIndex('applicant_order').on(t.tenantId, t.orderId)],
)

/** 关联人: Spouse, co-lessee, guarantor, emergency contact, actual user. */
export const linkedPerson = tenantTable(
  'linked_person',
  {
    /** 订单 · required; a person can recur across orders */
    applicationId: ref('application').notNull(),
    /** 角色 · dict linked_role */
    role: text().notNull(),
    /** 与客户关系 · dict relation; spouse role ⇒ 配偶 */
    relation: text(),
    /** 姓名 · ≠ customer: 不能与客户姓名相同 [S] */
    name: text().notNull(),
    /** 证件号码 · as customer; ≠ customer [S]; required for spouse, co_lessee, guarantor */
    idNo: text(),
    /** 手机号 · ≠ customer [S], ≠ other linked persons of the order */
    mobile: text().notNull(),
    /** 单位名称 · required for guarantor, co_lessee */
    employerName: text(),
    /** 单位电话 */
    employerTel: text(),
    /** 月收入 · required for guarantor, co_lessee */
    monthlyIncome: money(),
    /** 居住地址 · required for guarantor, emergency */
    address: text(),
    /** 是否知晓 · asked for emergency contacts */
    knowsLoan: boolean(),
    /** 保证方式 · 连带责任保证/一般保证; guarantor only */
    guaranteeType: text(),
    /** 担保金额 · ≤ finance_amount, default all */
    guaranteeAmount: money(),
    /** 征信授权时间 · required for guarantor, co_lessee, spouse before risk */
    creditAuthAt: instant(),
    /** 顺序 · emergency ≥ 2 persons */
    sort: integer().notNull().default(0),
  },
  (t) => [index('linked_person_order').on(t.tenantId, t.applicationId)],
)

/** 银行卡: Repayment, receiving, refund cards; /sign/editcard changes it. */
export const bankCard = tenantTable(
  'bank_card',
  {
    /** 归属 · customer/linked_person/shop/channel/enterprise */
    ownerType: text().notNull(),
    /** 归属ID · required */
    ownerId: looseId('of the table that ownerType names').notNull(),
    /** 户名 · repay card: = customer or spouse name */
    holderName: text(),
    /** 卡号 · ≤ 19 digits [S]; Luhn failure = warning; masked */
    cardNo: text().notNull(),
    /** 开户行 · dict bank */
    bankCode: text(),
    /** 开户支行 · required for corporate accounts */
    bankBranch: text(),
    /** 开户省市 */
    region: text().array(),
    /** 预留手机号 · required for 代扣 */
    reservedMobile: text(),
    /** 用途 · repay/receive/refund */
    usage: text().notNull(),
    /** 签约通道 · dict pay_channel */
    bindChannel: text(),
    /** 绑卡状态 · see 2.9 */
    bindStatus: text({ enum: bindStatuses }).notNull().default('未绑定'),
    /** 验卡失败原因 */
    bindFailReason: text(),
    /** 默认卡 · one per owner and usage */
    isDefault: boolean().notNull().default(false),
    /** 代扣协议号 · of the consent to deductions */
    agreementNo: text(),
    boundAt: instant(),
    unboundAt: instant(),
  },
  (t) => [
    index('bank_card_owner').on(t.tenantId, t.ownerType, t.ownerId),
    index('bank_card_number').on(t.tenantId, t.cardNo),
  ],
)
