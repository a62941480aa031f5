import { extraKindOf } from '../../materials/rules/material-sets.ts'
import { templateOf } from '../../orders/rules/entry/templates.ts'
import type { DocType, Paper } from './papers.ts'

/** The papers that must be in the file of an order, by its template and the way it is lent. */

type Lent = {
  templateCode: string
  /** As entered; null where an order has none. */
  car: { kind: string } | null
}

/**
 * A funder wants a contract of its own; whoever owns the car, or takes it back, holds its second key; a car that its
 * customer had before was invoiced to nobody by this order; of a guarantor there is a copy of the ID card as well.
 */
export function expectedPapers({ templateCode, car }: Lent): Paper[] {
  const template = templateOf({ templateCode })
  const { bizMode } = template
  const isFunded = bizMode === 'joint_loan' || bizMode === 'assist_loan'
  const isSold = car === null || extraKindOf(car, { templateCode }) !== null
  const { guarantors, commercialInsurance } = template.guards
  const hasGuarantor = guarantors !== undefined && !guarantors.lowScore
  const paper = (docType: DocType, copies = 1, isOriginal = true): Paper => ({ docType, copies, isOriginal })
  return [
    paper('机动车登记证书'),
    paper('合同原件', isFunded ? 2 : 1),
    ...(isSold ? [paper('发票')] : []),
    ...(commercialInsurance ? [paper('保单', 1, false)] : []),
    ...(isFunded ? [] : [paper('备用钥匙')]),
    paper('身份证复印件', hasGuarantor ? 2 : 1, false),
    paper('授权书'),
  ]
}
