/** Numbers for the eye, on decimal text: money and rates are never floating point numbers. */

const decimalText = /^(-?)(\d+)(?:\.(\d*))?$/

/** `'1234.5'` → `'1,234.50'`, with a real minus sign. What is no decimal text stays as it is. */
export function showMoney(text: string): string {
  // Half a number is shown as it is: its rule refuses it.
  const match = text.endsWith('.') ? null : decimalText.exec(text)
  if (!match) return text
  const [, sign = '', whole = '', decimals = ''] = match
  return `${sign && '−'}${groupThousands(whole)}.${decimals.padEnd(2, '0')}`
}

/** `'1234567'` → `'1,234,567'`; decimals stay as they are. */
export function groupThousands(text: string): string {
  const [whole = '', ...rest] = text.split('.')
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...rest].join('.')
}

/** `'6222020200'` → `'6222 0202 00'`, as a number stands on a card. */
export const groupFours = (digits: string): string => digits.replace(/\d{4}(?=\d)/g, '$& ')

/**
 * Moves the decimal point to the right (to the left for a negative `places`), without trailing zeros:
 * a rate `0.072` and the percentage `7.2` are the same digits. What is no decimal text stays as it is.
 */
export function shiftPoint(text: string, places: number): string {
  const match = decimalText.exec(text)
  if (!match) return text
  const [, sign = '', whole = '', decimals = ''] = match
  const digits =
    places >= 0 ? whole + decimals.padEnd(places, '0') : whole.padStart(1 - places, '0') + decimals
  const point = digits.length - Math.max(decimals.length - places, 0)
  const moved = `${digits.slice(0, point).replace(/^0+(?=\d)/, '')}.${digits.slice(point)}`
  return sign + moved.replace(/\.?0*$/, '')
}

/** A rate fraction as a percentage with two decimals or more: `'0.072'` → `'7.20%'`. */
export function showPercent(rate: string): string {
  const [whole = '', decimals = ''] = shiftPoint(rate, 2).split('.')
  return decimalText.test(rate) ? `${whole}.${decimals.padEnd(2, '0')}%` : rate
}
