import type { DictItem } from './dict-item.ts'

/** The two-level reasons of a return or a rejection (domain.md 3.3). Labels are Chinese: a tenant may edit them. */

export type ReviewReason = {
  code: string
  label: string
  children: readonly { code: string; label: string }[]
}

export const reviewReasons: readonly ReviewReason[] = [
  {
    code: 'document',
    label: '资料类',
    children: [
      { code: 'document_unclear', label: '证件不清' },
      { code: 'document_missing', label: '缺材料' },
      { code: 'document_mismatch', label: '材料不一致' },
      { code: 'document_signature', label: '签字不符' },
    ],
  },
  {
    code: 'credit',
    label: '资质类',
    children: [
      { code: 'credit_age', label: '年龄' },
      { code: 'credit_overdue', label: '征信逾期' },
      { code: 'credit_debt', label: '负债过高' },
      { code: 'credit_multiple', label: '多头借贷' },
      { code: 'credit_blacklist', label: '黑名单' },
      { code: 'credit_lawsuit', label: '涉诉' },
    ],
  },
  {
    code: 'vehicle',
    label: '车辆类',
    children: [
      { code: 'vehicle_age', label: '车龄超限' },
      { code: 'vehicle_condition', label: '车况差' },
      { code: 'vehicle_price', label: '价格虚高' },
      { code: 'vehicle_vin', label: 'VIN不符' },
      { code: 'vehicle_accident', label: '泡水/火烧/事故' },
    ],
  },
  {
    code: 'fraud',
    label: '欺诈类',
    children: [
      { code: 'fraud_identity', label: '非本人' },
      { code: 'fraud_proxy', label: '代购' },
      { code: 'fraud_forged', label: '伪造材料' },
      { code: 'fraud_agent', label: '中介包装' },
    ],
  },
  {
    code: 'willingness',
    label: '意愿类',
    children: [
      { code: 'willingness_gave_up', label: '客户放弃' },
      { code: 'willingness_unreachable', label: '联系不上' },
    ],
  },
  {
    code: 'policy',
    label: '政策类',
    children: [
      { code: 'policy_region', label: '区域限制' },
      { code: 'policy_product', label: '产品不符' },
      { code: 'policy_quota', label: '额度不足' },
    ],
  },
]

/** True where both codes exist and the second belongs to the first. */
export function isReviewReason(first: string, second: string): boolean {
  const parent = reviewReasons.find((reason) => reason.code === first)
  return parent?.children.some((child) => child.code === second) ?? false
}

/** The tree as rows of the dictionary `review_reason`. */
export const reviewReasonItems: readonly DictItem[] = reviewReasons.flatMap(({ code, label, children }) => [
  { code, label },
  ...children.map((child) => ({ ...child, parentCode: code })),
])
