import { nameKey } from '../../../rules/clean-value.ts'
import { plate, plateColour } from '../../../rules/plate.ts'
import { certificate } from '../../materials/rules/mortgage.ts'

/** 车辆登记: what the vehicle office has of a car since it got its plate, or its new owner. */

export const registrationLimits = { certificate: 20, owner: 60 } as const

export type RegistrationValues = {
  plateNo: string
  plateColor: string
  regCertNo: string
  registeredOn: string
  ownerName: string
}

/** Everything that the form lacks before the papers can go to their review. */
export const registrationLacks = (car: { registeredOn: string | null } | undefined): string[] =>
  car?.registeredOn ? [] : ['registration']

type Finding =
  | 'rules.required'
  | 'rules.plate'
  | 'rules.plateColour'
  | 'papers.refusals.regNo'
  | 'papers.refusals.applyLater'

export function registrationFindings(
  values: RegistrationValues,
  today: string,
): Partial<Record<keyof RegistrationValues, Finding>> {
  const found: Partial<Record<keyof RegistrationValues, Finding>> = {}
  for (const [field, value] of Object.entries(values))
    if (value.trim() === '') found[field as keyof RegistrationValues] = 'rules.required'
  if (!found.plateNo && plate(values.plateNo) !== null) found.plateNo = 'rules.plate'
  if (!found.plateNo && !found.plateColor && plateColour(values.plateNo, values.plateColor) !== null)
    found.plateColor = 'rules.plateColour'
  if (!found.regCertNo && !certificate.test(values.regCertNo)) found.regCertNo = 'papers.refusals.regNo'
  if (!found.registeredOn && values.registeredOn > today) found.registeredOn = 'papers.refusals.applyLater'
  return found
}

type Elsewhere = {
  /** 登记证书编号 of the mortgage. */
  mortgageRegNo: string | null
  /** 被保险人 of the policies. */
  insured: readonly (string | null)[]
}

export const registrationHints = ['mortgageRegNo', 'insured'] as const
export type RegistrationHint = (typeof registrationHints)[number]

/** The fields where other papers of the order say something else: a hint, since any of them may be the wrong one. */
export function hintsOf(
  car: { registeredOn: string | null; regCertNo: string | null; ownerName: string | null },
  { mortgageRegNo, insured }: Elsewhere,
): RegistrationHint[] {
  if (car.registeredOn === null) return []
  const others = insured.filter((name) => name !== null && nameKey(name) !== nameKey(car.ownerName ?? ''))
  return [
    ...(mortgageRegNo !== null && mortgageRegNo !== car.regCertNo ? (['mortgageRegNo'] as const) : []),
    ...(others.length > 0 ? (['insured'] as const) : []),
  ]
}
