import { amount, mobile, optional, plainText, tidy } from '../../../rules/fields.ts'
import { personDocument } from '../../../rules/identity-document.ts'
import { uscc } from '../../../rules/uscc.ts'

/** 企业: companies that borrow, guarantee, insure, appraise or bring business. */

/** 承租企业, 担保公司, 合作商, 保险公司, 评估机构. */
export const enterpriseKinds = ['lessee', 'guarantor', 'partner', 'insurer', 'appraiser'] as const
export type EnterpriseKind = (typeof enterpriseKinds)[number]
/** A company that borrows is one by its first order, and nobody types it here. */
export const addedKinds = enterpriseKinds.filter((kind) => kind !== 'lessee') as [
  Exclude<EnterpriseKind, 'lessee'>,
  ...Exclude<EnterpriseKind, 'lessee'>[],
]
export const enterpriseStates = ['active', 'stopped'] as const

export const enterpriseLimits = { name: 80, person: 30, address: 120, scope: 1000, reason: 200 } as const

/** A company as it is typed. Its name and its code are asked of one that is no customer, who has them there. */
export type EnterpriseValues = {
  kind: string
  name: string
  uscc: string
  /** Code of the dictionary `insurer`, by which policies name it. */
  insurer: string
  legalName: string
  legalIdNo: string
  legalMobile: string
  /** In 10,000 CNY. */
  regCapital: string
  establishedOn: string
  licenceValidTo: string
  region: string[]
  address: string
  businessScope: string
  contactName: string
  contactMobile: string
  employees: string
  annualRevenue: string
}

/** A company is judged as it is typed, by field. */
export function enterpriseFindings(
  values: EnterpriseValues,
  { isCustomer, today }: { isCustomer: boolean; today: string },
): Readonly<Record<string, string>> {
  const found: Record<string, string> = {}
  const say = (field: keyof EnterpriseValues, message: string | null) => {
    if (message !== null) found[field] = message
  }
  if (!isCustomer) {
    say('kind', values.kind === '' ? 'rules.required' : null)
    say('name', tidy(values.name) === '' ? 'rules.required' : plainText(enterpriseLimits.name)(values.name))
    say('uscc', tidy(values.uscc) === '' ? 'rules.required' : uscc(values.uscc))
    say('legalName', tidy(values.legalName) === '' ? 'rules.required' : null)
    say('insurer', values.kind === 'insurer' && values.insurer === '' ? 'rules.required' : null)
  }
  say('legalIdNo', optional(personDocument)(values.legalIdNo))
  say('legalMobile', optional(mobile)(values.legalMobile))
  say('contactMobile', optional(mobile)(values.contactMobile))
  say('regCapital', optional(amount)(values.regCapital))
  say('annualRevenue', optional(amount)(values.annualRevenue))
  if (values.establishedOn > today) found.establishedOn = 'enterprises.refusals.establishedLater'
  return found
}
