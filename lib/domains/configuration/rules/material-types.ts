import { items } from './dict-item.ts'

/** Materials of an entry (domain.md 3.3), apart from the other dictionaries: forms name them before they ask anybody. */

export const materialBaseItems = items(
  'id_front 身份证正面, id_back 身份证反面, credit_auth 征信授权书, auth_signing_photo 授权书签字照, driver_license 驾驶证, household_register 户口本, marriage_proof 结婚证/离婚证/单身证明, income_proof 收入证明, bank_statement 银行流水, property_proof 房产证明, interview_photo 面签照片, down_payment_proof 首付款凭证, car_order 订车合同, business_licence 营业执照, legal_id 法定代表人身份证, guarantor_id 保证人身份证, guarantor_auth 保证人征信授权书, co_lessee_id 共同承租人身份证, co_lessee_auth 共同承租人征信授权书, own_invoice 本人购车发票, performance_form 履约保证险投保单, first_loan_contract 原贷款合同, first_loan_statement 原贷款还款明细, funder_form 资方申请表, subsidy_proof 贴息确认单, reconsider_evidence 复议材料, other 其他',
)

export const materialUsedCarItems = items(
  'reg_cert 登记证书1–4页, driving_permit 行驶证正副页, nameplate 铭牌, front_left 左前45°, rear_right 右后45°, odometer 仪表盘里程, console 中控台, front_seats 前排, rear_seats 后排, engine_bay 发动机舱, boot 后备箱, window_vin 玻璃VIN, appraisal_report 评估报告',
)

/** Papers behind the approval: insurance, mortgage, funder, and what a car gets after the release. */
export const materialReleaseItems = items(
  'compulsory_policy 交强险保单, commercial_policy 商业险保单, performance_policy 履约保证险保单, premium_invoice 保费发票, policy_endorsement 保单批改单, mortgage_contract 抵押合同, reg_cert_mortgage 登记证书(抵押页), mortgage_application 抵押登记申请表, mortgage_power 委托书, new_reg_cert 新登记证书, new_driving_permit 新行驶证, transfer_invoice 二手车过户发票, purchase_invoice 购车发票, conformity_cert 合格证, purchase_tax_proof 购置税凭证, funder_auth 资方征信授权书, funder_identity 身份证复印件(资方), funder_income 收入证明(资方), insurer_identity 身份证复印件(保司), insurer_consent 投保人声明, insurer_income 收入证明(保司)',
)
