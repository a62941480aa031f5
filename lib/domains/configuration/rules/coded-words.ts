import { bankNames } from './bank-bins.ts'
import { type DictItem, items } from './dict-item.ts'
import { interviewScriptItems } from './interview-script.ts'
import { materialBaseItems, materialUsedCarItems } from './material-types.ts'
import { reviewReasonItems } from './review-reasons.ts'
import { telQuestionItems } from './tel-check.ts'

/** The dictionaries of lib/domains/configuration/rules/dictionaries.ts but places, which are many times as long. */
export const codedWords = {
  gender: items('1 男, 2 女'),
  id_type: items(
    '01 身份证, 02 护照, 03 港澳居民来往内地通行证, 04 台湾居民来往大陆通行证, 05 军官证, 06 外国人永久居留证, 90 营业执照',
  ),
  marital_status: items('1 未婚, 2 已婚, 3 离异, 4 丧偶'),
  education: items('1 博士, 2 硕士, 3 本科, 4 大专, 5 高中/中专/技校, 6 初中及以下'),
  hukou_type: items('1 城镇, 2 农业, 3 居民'),
  house_type: items('1 自有全款, 2 自有按揭, 3 租赁, 4 父母住房, 5 单位宿舍, 6 亲属住房'),
  house_owner: items('1 本人, 2 配偶, 3 父母, 4 子女, 5 亲属, 6 公司'),
  employ_type: items('1 受薪, 2 自雇/法人, 3 个体, 4 农业, 5 自由职业, 6 退休'),
  employer_nature: items('1 机关事业, 2 国企, 3 外资, 4 合资, 5 私营有限公司, 6 个体户, 7 社会团体'),
  industry: items(
    'A 农林牧渔业, B 采矿业, C 制造业, D 电力热力燃气及水生产和供应业, E 建筑业, F 批发和零售业, G 交通运输仓储和邮政业, H 住宿和餐饮业, I 信息传输软件和信息技术服务业, J 金融业, K 房地产业, L 租赁和商务服务业, M 科学研究和技术服务业, N 水利环境和公共设施管理业, O 居民服务修理和其他服务业, P 教育, Q 卫生和社会工作, R 文化体育和娱乐业, S 公共管理社会保障和社会组织, T 国际组织',
  ),
  job_level: items('1 负责人, 2 高管, 3 中层, 4 一般, 5 正式, 6 非正式'),
  driver_license_class: items('A1 A1, A2 A2, A3 A3, B1 B1, B2 B2, C1 C1, C2 C2, C3 C3'),
  source_type: items('1 门店, 2 转介绍, 3 网络, 4 厂家, 5 老客户, 9 其他'),
  intention_level: items('1 高, 2 中, 3 低, 4 已成交, 5 已流失'),
  relation: items('01 配偶, 02 父母, 03 子女, 04 兄弟姐妹, 05 亲属, 06 同事, 07 朋友, 99 其他'),
  linked_role: items(
    'spouse 配偶, co_lessee 共同承租人, guarantor 保证人, emergency 紧急联系人, actual_user 实际用车人',
  ),
  guarantee_type: items('1 连带责任保证, 2 一般保证'),
  bank: [
    ...bankNames.map(([code, label]) => ({ code, label })),
    ...items('DEMO 示例银行, DEMOA 示例银行A, DEMOB 示例银行B'),
  ],
  card_usage: items('repay 还款, receive 收款, refund 退款'),
  biz_mode: items('direct_lease 直租, sale_leaseback 售后回租, assist_loan 助贷, joint_loan 联合贷'),
  repay_method: items(
    'annuity 等额本息, equal_principal 等额本金, interest_first 先息后本, flat 等本等息, balloon 等额本息+尾款',
  ),
  payment_timing: items('arrears 期末付, advance 期初付'),
  day_count: items('30/360 按月, ACT/365 按日365, ACT/360 按日360'),
  inst_rounding: items('cent 到分, yuan 到元, yuan_up 进位到元, yuan_whole 进位到元（利息到元）'),
  vehicle_kind: items('new 新车, used 二手车'),
  vehicle_class: items('1 小型轿车, 2 SUV, 3 MPV, 4 微面, 5 轻卡, 6 皮卡, 7 中重卡, 9 其他'),
  energy: items('1 汽油, 2 柴油, 3 纯电动, 4 插电混动, 5 增程, 6 油电混动, 7 燃料电池'),
  use_nature: items('A 非营运, B 营运, C 租赁, D 货运, E 出租客运, F 预约出租客运'),
  plate_color: items('1 蓝, 2 黄, 3 小型新能源(渐变绿), 4 大型新能源(黄绿双拼), 5 白, 6 黑'),
  eval_grade: items('A A, B B, C C, D D'),
  addon_type: items(
    'purchase_tax 购置税, commercial_insurance 商业险, compulsory_insurance 交强险, performance_insurance 履约险, warranty 延保, decoration 装潢, registration 上牌, gps GPS, other 其他',
  ),
  payer: items('customer 客户, shop 门店, channel 渠道, oem 厂家, lessor 出租人'),
  vehicle_owner: items('customer 客户, lessor 出租人'),
  balloon_option: items('full 一次付清, extend 尾款展期, return 还车'),
  end_of_term: items('buy 留购, return 退车, renew 续租'),
  subsidy_mode: items('none 无, full 全额, rate 部分, fixed 固定金额'),
  material_base: materialBaseItems,
  material_used_car: materialUsedCarItems,
  material_after_release: items(
    'purchase_invoice 购车发票, conformity_cert 合格证, purchase_tax_proof 购置税凭证, compulsory_policy 交强险保单, commercial_policy 商业险保单, reg_cert_mortgage 登记证书(抵押页), new_driving_permit 新行驶证, handover_photo 提车合影, gps_photo GPS安装照片, spare_key 备用钥匙, transfer_invoice 二手车过户发票, policy_endorsement 保单批改单',
  ),
  ins_type: items('1 交强险, 2 商业险-车损, 3 商业险-三者, 4 商业险-盗抢, 5 车船税, 6 履约保证险, 7 延保'),
  insurer: items('DEMO1 示例保险甲, DEMO2 示例保险乙, DEMO3 示例保险丙'),
  fee_class: items(
    'service 服务费, gps GPS费, insurance 保险费, registration 上牌费, appraisal 评估费, mortgage 抵押费, mortgage_release 解押费, notary 公证费, early_settlement 提前结清违约金, overdue 逾期管理费, towing 拖车费, lawsuit 诉讼费, rebate 渠道返佣, other 其他',
  ),
  /** A tenant's own: which accounts it has, it says itself. */
  payer_account: [] as DictItem[],
  charge_mode: items('upfront 一次性, netted 放款扣收, instalment 分期, financed 融入'),
  pay_channel: items(
    'deduct_a 代扣A, deduct_b 代扣B, transfer 网银转账, scan 扫码, shop 门店代收, funder 资方代扣',
  ),
  deduct_fail: items(
    '01 余额不足, 02 账户冻结, 03 卡状态异常, 04 未签约, 05 超单笔限额, 06 超单日限额, 99 其他',
  ),
  express: items(
    'SF 顺丰速运, EMS 邮政EMS, JD 京东物流, ZTO 中通, YTO 圆通, STO 申通, YD 韵达, DBL 德邦, SELF 自送',
  ),
  bucket: items(
    'M0 M0, M1 M1 1–30, M2 M2 31–60, M3 M3 61–90, M4 M4 91–120, M5 M5 121–150, M6 M6 151–180, M7+ M7+ >180',
  ),
  five_class: items('1 正常, 2 关注, 3 次级, 4 可疑, 5 损失'),
  settle_reason: items('1 资金充裕, 2 换车, 3 卖车, 4 保险理赔, 9 其他'),
  collect_method: items('1 短信, 2 电话, 3 上门, 4 函件, 5 公众号, 6 委外, 7 法律'),
  collect_outcome: items(
    '1 承诺还款, 2 拒绝还款, 3 无力还款, 4 无人接听, 5 停机/空号, 6 第三方转告, 7 部分还款, 8 全额还款',
  ),
  visit_result: items('1 成功, 2 无人接听, 3 拒访, 4 号码错误, 5 异常'),
  complaint_category: items('1 收费争议, 2 服务态度, 3 催收投诉, 4 合同争议, 5 信息安全, 6 结清解押, 9 其他'),
  plain_type: items('01 使用问题, 03 服务问题, 04 其他'),
  review_result: items('pass 通过, conditional 有条件通过, return 退回, reject 拒绝'),
  review_reason: reviewReasonItems,
  tel_question: telQuestionItems,
  interview_script: interviewScriptItems,
} as const satisfies Record<string, readonly DictItem[]>
