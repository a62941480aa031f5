import { idCheckCharacter } from './id-card.ts'
import { organisationCheckCharacter, usccCheckCharacter } from './uscc.ts'
import { vinCheckCharacter } from './vin.ts'

/** Identifiers that pass every check and cannot belong to anybody (domain.md 5.2). */

const digits = (value: number, length: number) => String(value).padStart(length, '0')

/**
 * An ID number of a province code with 0000 instead of a county.
 * @param birthDate YYYY-MM-DD
 * @param order three digits, odd for a man
 */
export function fakeIdNo(province: string, birthDate: string, order: number): string {
  const body = `${province}0000${birthDate.replaceAll('-', '')}${digits(order, 3)}`
  return body + idCheckCharacter(body)
}

/** The 12x range is no mobile range. */
export const fakeMobile = (row: number): string => `12${digits(row, 9)}`

/** A card number of a prefix that nobody issues, 19 digits with the Luhn digit. */
export function fakeCardNo(row: number): string {
  const body = `999999${digits(row, 12)}`
  let sum = 0
  for (let at = 0; at < body.length; at++) {
    const digit = Number(body[body.length - 1 - at])
    const doubled = at % 2 === 0 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return `${body}${(10 - (sum % 10)) % 10}`
}

/** Region 000000 does not exist. */
export function fakeUscc(row: number): string {
  const organisation = `MA${digits(row, 6)}`
  const body = `91000000${organisation}${organisationCheckCharacter(organisation)}`
  return body + usccCheckCharacter(body)
}

const yearLetters = 'LMNPRS'

/**
 * Readable as FAKE, with a right check digit. The two digits after FAKE count on where the six digits of the row end.
 * @param modelYear 2020 to 2025; years outside count as the nearest
 */
export function fakeVin(row: number, modelYear: number): string {
  const letter = yearLetters.charAt(Math.min(5, Math.max(0, modelYear - 2020)))
  const series = digits(Math.floor(row / 1_000_000) % 100, 2)
  const withoutCheck = `L0FAKE${series}0${letter}0${digits(row % 1_000_000, 6)}`
  return `${withoutCheck.slice(0, 8)}${vinCheckCharacter(withoutCheck)}${withoutCheck.slice(9)}`
}

const plateProvinces = '京津冀晋蒙辽吉黑沪苏浙皖闽赣鲁豫鄂湘粤桂琼渝川贵云藏陕甘青宁新'
const officeLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZ'

/**
 * Serial order from 00001 upward, office by office and province by province; new energy has D or F before the serial.
 * @param energy the code of dictionary `energy`: '3' pure electric, '4' and '5' other new energy
 */
export function fakePlate(row: number, energy: string): string {
  const office = Math.floor((row - 1) / 99_999)
  const province = plateProvinces.charAt(Math.floor(office / officeLetters.length) % plateProvinces.length)
  const serial = digits(((row - 1) % 99_999) + 1, 5)
  const kind = energy === '3' ? 'D' : energy === '4' || energy === '5' ? 'F' : ''
  return `${province}${officeLetters.charAt(office % officeLetters.length)}${kind}${serial}`
}

/** Numbers that a form may ask for. */
export const numberKinds = ['idNo', 'mobile', 'card', 'vin', 'plate'] as const
export type NumberKind = (typeof numberKinds)[number]

const provinceCodes = ['11', '31', '32', '33', '37', '44', '51'] as const

/**
 * A number for whoever tries the demo and has none at hand: another one at each call, of a grown-up for an ID number.
 * @param random from 0 up to 1
 */
export function madeUpNumber(kind: NumberKind, random: () => number = Math.random): string {
  const below = (bound: number) => Math.floor(random() * bound)
  switch (kind) {
    case 'idNo': {
      const birthDate = `${1965 + below(35)}-${digits(1 + below(12), 2)}-${digits(1 + below(28), 2)}`
      return fakeIdNo(provinceCodes[below(provinceCodes.length)] ?? '11', birthDate, below(1000))
    }
    case 'mobile':
      return fakeMobile(below(1_000_000_000))
    case 'card':
      return fakeCardNo(below(1_000_000_000_000))
    case 'vin':
      return fakeVin(below(100_000_000), 2020 + below(6))
    case 'plate':
      return fakePlate(1 + below(10_000_000), '1')
  }
}
