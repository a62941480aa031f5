import { sql } from 'drizzle-orm'
import { date, index, integer, numeric, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { looseId, money, ref } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'

/** 车辆: The leased or mortgaged car (example row: a used car). */
export const vehicle = tenantTable(
  'vehicle',
  {
    /** 车辆性质 · new 新车/used 二手车 */
    kind: text().notNull(),
    /** 品牌 · required */
    brand: text().notNull(),
    /** 车系 · required */
    series: text().notNull(),
    /** 车型 · required */
    model: text().notNull(),
    /** 年款 · 2000 … next year */
    modelYear: integer(),
    /** 能源类型 · dict */
    energy: text(),
    /** 排量(L) · null for 纯电 */
    displacement: numeric({ precision: 4, scale: 1 }),
    /** 座位数 · 2–9 (passenger) */
    seats: integer(),
    /** 车辆类型 · 小型轿车/SUV/MPV/微面/轻卡/… */
    vehicleClass: text(),
    /** 使用性质 · dict */
    useNature: text(),
    /** 车身颜色 */
    color: text(),
    /** 厂商指导价 · > 0 */
    guidePrice: money(),
    /** 发票价/成交价 · > 0; new: > guide_price × 1.05 = warning */
    invoicePrice: money(),
    /** 车净价 · spec "car net price": price without addons; basis of 首付 and LTV for new cars */
    netPrice: money(),
    /** 评估价 · required if used; basis = min(net, eval) */
    evalPrice: money(),
    /** 评估机构 · required if used */
    evalOrg: text(),
    /** 评估日期 · ≤ 30 days old at submit */
    evalAt: date({ mode: 'string' }),
    /** 车况等级 · A/B/C/D; D blocks */
    evalGrade: text(),
    /** 车架号(VIN) · 17, no I O Q, upper case; position 9 check digit: error when it starts with L (China, GB 16735 [R, unverified]), else warning */
    vin: text(),
    /** 发动机号 · required before mortgage; 纯电: motor number */
    engineNo: text(),
    /** 车牌号 · 7 chars, new energy 8 (4.14 V12); required for used, before archive for new */
    plateNo: text(),
    /** 号牌种类 · dict; 8 chars ⇔ new energy */
    plateColor: text(),
    /** 登记证书编号 · required to close the mortgage */
    regCertNo: text(),
    /** 初次登记日期 · used only, ≤ today */
    firstRegDate: date({ mode: 'string' }),
    /** 车龄(月) · required, ≤ 96: 车辆使用月数不能超过96 [S]; = whole months first_reg_date → apply date */
    useMonths: integer(),
    /** 表显里程(公里) · used only, ≥ 0 */
    mileageKm: integer(),
    /** 过户次数 · used only; > 3 = manual review */
    transferCount: integer(),
    /** 登记日期 · when the vehicle office registered it for this order's customer, or lessor; after the release */
    registeredOn: date({ mode: 'string' }),
    /** 登记所有人 */
    ownerName: text(),
    /** 经销商/门店 */
    dealerShopId: ref('shop'),
    /** 发票号码 · 8 or 20 digits */
    invoiceNo: text(),
    /** 开票日期 */
    invoiceDate: date({ mode: 'string' }),
    /** 购置税 · hint for new fuel cars: net/1.13 × 10 % */
    purchaseTax: money(),
    /** 年检有效期 · used */
    annualCheckTo: date({ mode: 'string' }),
  },
  (t) => [index('vehicle_vin').on(t.tenantId, t.vin)],
)

/** 保单: 交强险, 商业险, 履约保证险. */
export const insurancePolicy = tenantTable(
  'insurance_policy',
  {
    /** 订单 */
    orderId: ref('application'),
    /** 险种 · dict */
    insType: text(),
    /** 保险公司 · once there is a contract with it */
    companyId: looseId('insurers have no table yet'),
    /** 保险公司 · dict insurer, as chosen at the entry */
    insurer: text().notNull().default(''),
    /** 保单号 · unique per company */
    policyNo: text(),
    /** 被保险人 · field name of the spec */
    insuredname: text(),
    /** 被保险人证件号 · field name of the spec */
    identifynumber: text(),
    /** 第一受益人 · lessor or funder for 商业险 */
    beneficiary: text(),
    /** 保额 · 车损 ≥ outstanding principal */
    sumInsured: money(),
    /** 保费 · > 0 */
    premium: money(),
    /** 生效日期 · required before the release */
    startDate: date({ mode: 'string' }),
    /** 到期日期 · ≥ start + 1 year − 1 day; renewal reminder 30 days before */
    endDate: date({ mode: 'string' }),
    /** 保单扫描件 · ≥ 1 */
    files: looseId('a list').array(),
    /** 保司状态 · 2.4 (lifebao) */
    insurerStatus: text(),
    /** 保司意见 */
    insurerReply: text(),
    /** 审核状态 · 2.18 */
    status: text(),
  },
  (t) => [
    index('insurance_policy_order').on(t.tenantId, t.orderId),
    index('insurance_policy_end').on(t.tenantId, t.endDate).where(sql`policy_no IS NOT NULL`),
    uniqueIndex('insurance_policy_no')
      .on(t.tenantId, t.insurer, t.policyNo)
      .where(sql`policy_no <> '' AND status IS NOT NULL`),
  ],
)

/** 车辆库: what brand, series and model are chosen from. */
export const vehicleModel = tenantTable(
  'vehicle_model',
  {
    /** 品牌 · required */
    brand: text().notNull(),
    /** 车系 · required */
    series: text().notNull(),
    /** 车型 · required, unique in its series */
    model: text().notNull(),
  },
  (t) => [uniqueIndex('vehicle_model_name').on(t.tenantId, t.brand, t.series, t.model)],
)
