import { reviewReasonItems } from '@/lib/rules/review-reasons'

const labels = new Map(reviewReasonItems.map(({ code, label }) => [code, label]))

/** Reasons as they travel, `document/document_unclear`, in words: 资料类 / 证件不清. What is no code stays as it is. */
export function reasonText(reasons: string): string {
  return reasons
    .split('/')
    .map((code) => labels.get(code) ?? code)
    .join(' / ')
}
