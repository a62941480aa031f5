import { maskAddress, maskCard, maskIdNo, maskMobile } from '../rules/mask.ts'

/** Personal data by the name of its field, wherever it stands in a form's values or a record. */
const masks: Readonly<Record<string, (text: string) => string>> = {
  idNo: maskIdNo,
  identifynumber: maskIdNo,
  driverLicenseNo: maskIdNo,
  mobile: maskMobile,
  mobile2: maskMobile,
  reservedMobile: maskMobile,
  principalMobile: maskMobile,
  contactMobile: maskMobile,
  landline: maskMobile,
  employerTel: maskMobile,
  cardNo: maskCard,
  accountNo: maskCard,
  wechat: (text) => '*'.repeat(text.length),
  email: (text) => '*'.repeat(text.length),
  idAddress: maskAddress,
  liveAddress: maskAddress,
  employerAddress: maskAddress,
  address: maskAddress,
}

/** Values with the personal data in them masked, however deep it stands. */
export function maskValues(values: unknown): unknown {
  if (Array.isArray(values)) return values.map(maskValues)
  return isRecord(values) ? maskRecord(values) : values
}

/** The same for a record. */
export function maskRecord(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const mask = Object.hasOwn(masks, name) ? masks[name] : undefined
      return [name, mask && typeof value === 'string' ? mask(value) : maskValues(value)]
    }),
  )
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
