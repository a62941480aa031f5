/**
 * Personal data as shown without the permission `sensitive:view`. Each is total on any text, never shows more than its
 * rule, and masks a masked text to itself. A text too short to hide at least four characters is hidden whole.
 */

const leastHidden = 4

function mask(value: string, head: number, tail: number): string {
  const characters = Array.from(value)
  const hidden = characters.length - head - tail
  if (hidden < leastHidden) return '*'.repeat(characters.length)
  return `${characters.slice(0, head).join('')}${'*'.repeat(hidden)}${characters.slice(head + hidden).join('')}`
}

/** First six and last four: `110000********1235`. */
export function maskIdNo(value: string): string {
  return mask(value, 6, 4)
}

/** First three and last four: `120****0123`. */
export function maskMobile(value: string): string {
  return mask(value, 3, 4)
}

/** Last four: `***************0121`. */
export function maskCard(value: string): string {
  return mask(value, 0, 4)
}

/** The first six characters, which name province and city, and no hint of the length of the rest. */
export function maskAddress(value: string): string {
  const characters = Array.from(value)
  if (characters.length === 0) return ''
  return characters.length - 6 < leastHidden ? '****' : `${characters.slice(0, 6).join('')}****`
}

/** The text hidden whole. */
const maskAll = (value: string): string => '*'.repeat(Array.from(value).length)

/** Personal data by the name of its field, wherever it stands in a form's values or a record. */
const fieldMasks: Readonly<Record<string, (value: string) => string>> = {
  idNo: maskIdNo,
  legalIdNo: maskIdNo,
  identifynumber: maskIdNo,
  driverLicenseNo: maskIdNo,
  mobile: maskMobile,
  mobile2: maskMobile,
  legalMobile: maskMobile,
  reservedMobile: maskMobile,
  principalMobile: maskMobile,
  contactMobile: maskMobile,
  landline: maskMobile,
  employerTel: maskMobile,
  cardNo: maskCard,
  accountNo: maskCard,
  payeeAccount: maskCard,
  wechat: maskAll,
  email: maskAll,
  idAddress: maskAddress,
  businessAddress: maskAddress,
  liveAddress: maskAddress,
  employerAddress: maskAddress,
  address: maskAddress,
}

/** The mask of a field; undefined for one that is shown as it is. A masked value can be revealed, whatever it is. */
export const maskOfField = (name: string): ((value: string) => string) | undefined =>
  Object.hasOwn(fieldMasks, name) ? fieldMasks[name] : undefined
