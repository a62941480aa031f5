import { isClockTime, isIsoDate } from './iso-date.ts'
import { tidy } from './tidy.ts'

/**
 * The text that people type and paste, made into the form that is judged and stored: one function for each kind of
 * value. The ways of writing are those of papers, spreadsheets and chats: full-width characters, spaces of all sorts,
 * unseen characters, separators. What is not understood stays as it was typed, for the rule of its kind to refuse:
 * nothing is cut off, and no character is guessed, so that no value becomes another one.
 */

/** Zero-width and bidirectional marks, which come along unseen when a number is copied. */
const unseen = /\p{Cf}/gu
/** Of those the ones that no text needs. */
const unseenInText = /[\u00ad\u200b\u2060\ufeff]/g
const oddSpaces = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g
const dashes = /[‐‑‒–—―−﹣]/g

/** Full-width letters, digits and signs as their common ones; spaces and dashes as one space and one dash. */
function fold(text: string): string {
  return text
    .replace(unseen, '')
    .normalize('NFC')
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(oddSpaces, ' ')
    .replace(dashes, '-')
    .trim()
}

/** Without what only parts a number into groups. */
const compact = (text: string) => fold(text).replace(/[\s-]/g, '')

const upper = (text: string) => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase())

/** Text as it is kept: composed, without unseen characters, every space a common one, none around. */
export function cleanText(text: string): string {
  return tidy(text.replace(unseenInText, '').replace(oddSpaces, ' '))
}

/** A Chinese name, with the dots of a translated one, or of Latin letters alone. */
const chineseName = /^[\p{Script=Han}A-Za-z·]{2,30}$/u
/** As passports write names: JOHN SMITH, O'NEIL, JEAN-LUC, SMITH, JOHN. */
const latinName = /^[A-Za-zÀ-ÖØ-öø-ɏḀ-ỿ][A-Za-zÀ-ÖØ-öø-ɏḀ-ỿ '.,·-]{0,48}[A-Za-zÀ-ÖØ-öø-ɏḀ-ỿ.]$/

/** True where a text is the name of a person. */
export const isPersonName = (text: string): boolean => chineseName.test(text) || latinName.test(text)

/** A name with the signs of a common keyboard and one blank between its words. */
export const foldName = (text: string) =>
  fold(text)
    .replace(/[•‧・∙⋅･]/g, '·')
    .replace(/[‘’ʼ`´′]/g, "'")
    .replace(/\s+/g, ' ')

/** Characters of the longest Chinese name that is written with blanks and without a dot. */
const longestParted = 6

/**
 * A name; `张　三` of a spreadsheet is 张三, and every middle dot, dash and apostrophe the one of the rule. What is no
 * person's name may be an enterprise's, which is kept as it is registered: with its own brackets, dashes and blanks.
 */
export function cleanName(text: string): string {
  const folded = foldName(text)
  const joined = /^[\p{Script=Han}· ]+$/u.test(folded) ? folded.replaceAll(' ', '') : folded
  const isLong = joined !== folded && !joined.includes('·') && Array.from(joined).length > longestParted
  return isPersonName(joined) && !isLong ? joined : cleanText(text)
}

/** Letters and digits alone, full-width ones as the common ones, in upper case: in this form two names are compared. */
export const nameKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/**
 * The number of an identity card, a passport or a permit: one form however it is parted, so that one customer has one
 * number. What has other signs in it stays, in upper case.
 */
export function cleanIdNo(text: string): string {
  const number = upper(compact(text))
  return /^[\p{Script=Han}A-Z\d]+$/u.test(number) ? number : upper(tidy(text))
}

/** A mobile, with or without the country's number before it. */
export function cleanMobile(text: string): string {
  const number = compact(text).replace(/[()]/g, '')
  return /^(?:\+?86|0086)?(1\d{10})$/.exec(number)?.[1] ?? tidy(text)
}

/** A landline as area code, dash and number, or a number of the whole country; an extension behind one more dash. */
export function cleanLandline(text: string): string {
  const typed = fold(text)
    .replace(/[()]/g, ' ')
    .replace(/(?<=\d) *,? *(?:转|轉|分机|ext\.?|x|#) *:?(?= *\d)/i, '-')
    .replace(/\s+/g, ' ')
    .trim()
  const [, before = '', extension] = /^(.*\d) ?- ?(\d{1,6})$/.exec(typed) ?? []
  const whole = withArea(before)
  // Behind a whole number it is an extension, and otherwise a group of the number itself.
  if (whole) return `${whole}-${extension}`
  const number = typed.replace(/[ -]/g, '')
  return withArea(typed) ?? (/^\d{7,8}$/.test(number) ? number : tidy(text))
}

/** A number that every area has, as 400-123-4567 and 95588 are. */
const national = /^(?:[48]00\d{7}|95\d{3,6})$/

/** Peking, the cities of 02 and no others have an area code of three digits. */
function withArea(typed: string): string | undefined {
  const whole = typed.replace(/[ -]/g, '')
  if (national.test(whole)) return whole
  const inland = typed.replace(/^(?:\+|00)86[ -]?0?(?=\d{2,3}[ -]\d)/, '0')
  const [, area, parted] = /^(0\d{2,3})[ -]+(\d[\d -]*)$/.exec(inland) ?? []
  const number = (parted ?? inland).replace(/[ -]/g, '')
  if (area) return /^\d{7,8}$/.test(number) ? `${area}-${number}` : undefined
  const [, ownArea, own] = /^(010|02\d|0[3-9]\d\d)(\d{7,8})$/.exec(number) ?? []
  return own && `${ownArea}-${own}`
}

/** A mobile or a landline. Behind 10, which is Peking, there is no mobile: `+86 10 …-1` has an extension. */
export function cleanPhone(text: string): string {
  const asMobile = cleanMobile(text)
  return /^1[1-9]\d{9}$/.test(asMobile) ? asMobile : cleanLandline(text)
}

/** The number of a bank card. */
export function cleanCardNo(text: string): string {
  const number = compact(text)
  return /^\d+$/.test(number) ? number : tidy(text)
}

/** A VIN in upper case. An O stays an O, which no VIN has: it might have been a Q as well as a zero. */
export function cleanVin(text: string): string {
  const number = upper(compact(text))
  return /^[A-Z\d]{17}$/.test(number) ? number : upper(tidy(text))
}

/** A number plate without the dot or space behind its first two characters. */
export function cleanPlate(text: string): string {
  const number = upper(compact(text).replace(/[·•‧・∙⋅･.]/g, ''))
  return /^\p{Script=Han}[A-Z][A-Z\d]{4,5}[A-Z\d\p{Script=Han}]$/u.test(number) ? number : upper(tidy(text))
}

/** A unified social credit code in upper case. */
export function cleanUscc(text: string): string {
  const code = upper(compact(text))
  return /^[A-Z\d]{18}$/.test(code) ? code : upper(tidy(text))
}

/** An e-mail address or an English name. */
export function cleanLatin(text: string): string {
  return fold(text)
}

/** A number's signs, the point among them, which a Chinese keyboard writes as a full stop. */
export const foldNumber = (text: string): string => fold(text).replace(/\s+/g, '').replaceAll('。', '.')

const decimal = /^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/

/** A number with or without separators between its thousands. */
export function cleanNumber(text: string): string {
  const typed = foldNumber(text)
  return decimal.test(typed) ? typed.replaceAll(',', '') : tidy(text)
}

/** An amount in yuan: `1,234.50`, `￥1 234.50`, `1234.5元`, `1.5万`. */
export function cleanAmount(text: string): string {
  const typed = foldNumber(text)
    .replace(/^(?:[¥￥]|CNY|RMB|人民币)/i, '')
    .replace(/(?:元|圆|CNY|RMB)整?$/i, '')
  const [, number = typed, tenThousands] = /^(.+?)(万)?$/.exec(typed) ?? []
  if (!decimal.test(number)) return tidy(text)
  const plain = number.replaceAll(',', '')
  return tenThousands ? shifted(plain, 4) : plain
}

/** A percentage, with or without its sign. */
export function cleanPercent(text: string): string {
  const typed = foldNumber(text).replace(/%$/, '')
  return /^\d+(?:\.\d+)?$/.test(typed) ? typed : tidy(text)
}

/** A rate: a fraction, or the percentage of one, which has its sign. */
export function cleanRate(text: string): string {
  const typed = foldNumber(text)
  const [, percent] = /^(\d+(?:\.\d+)?)%$/.exec(typed) ?? []
  if (percent !== undefined) return shifted(percent, -2)
  return /^\d+(?:\.\d+)?$/.test(typed) ? typed : tidy(text)
}

/** A decimal number times a power of ten; digits alone move, none are lost. */
function shifted(number: string, places: number): string {
  const [whole = '', decimals = ''] = number.split('.')
  const digits =
    places > 0 ? whole + decimals.padEnd(places, '0') : whole.padStart(1 - places, '0') + decimals
  const point = places > 0 ? whole.length + places : digits.length - decimals.length + places
  const left = digits.slice(0, point).replace(/^0+(?=\d)/, '')
  const right = digits.slice(point).replace(/0+$/, '')
  return right === '' ? left : `${left}.${right}`
}

/**
 * The ways of writing a date, year first: with dashes, slashes, dots, spaces or 年月日, with or without leading zeros,
 * as eight digits; the midnight behind it that a spreadsheet adds counts for nothing.
 */
const dateForms = [
  /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})[日号]?$/,
  /^(\d{4})( )(\d{1,2}) (\d{1,2})$/,
  /^(\d{4})(年)(\d{1,2})月(\d{1,2})[日号]?$/,
  /^(\d{4})()(\d{2})(\d{2})$/,
]

/** A date as `YYYY-MM-DD`. A day that does not exist stays as it was typed. */
export function cleanDate(text: string): string {
  const typed = fold(text)
    .replace(/[T ]0?0:00(?::00(?:\.0+)?)?$/, '')
    .replace(/[。．]/g, '.')
    .replace(/\s*([-/.年月日号])\s*/g, '$1')
  for (const form of dateForms) {
    const [, year, , month, day] = form.exec(typed) ?? []
    if (!year || !month || !day) continue
    const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    if (isIsoDate(date)) return date
  }
  return tidy(text)
}

/** A time of day as `HH:mm`: hour and minute apart by a colon or 点, or as four digits. */
export function cleanTime(text: string): string {
  const typed = fold(text).replace(/\s+/g, '')
  const [, hour, minute = '00'] =
    /^(\d{1,2})(?:[:点时](\d{2})分?|[点时])$/.exec(typed) ?? /^(\d{2})(\d{2})$/.exec(typed) ?? []
  const time = `${hour?.padStart(2, '0')}:${minute}`
  return isClockTime(time) ? time : tidy(text)
}

/**
 * A day with its time as `YYYY-MM-DD HH:mm:ss`, or the day alone: as banks and spreadsheets write both, the time with or
 * without seconds and their fraction, in China's time. A midnight behind a day counts for nothing, as in a date.
 */
export function cleanMoment(text: string): string {
  const typed = fold(text)
  const day = cleanDate(typed)
  if (isIsoDate(day)) return day
  const [, written = '', hour = '', minute = '', second = '00'] =
    /^(\d{8})[T ]?(\d\d)(\d\d)(\d\d)?(?:\.\d+)?$/.exec(typed) ??
    /^(.*?(?:[日号T]|\d(?=\s))) *(\d{1,2})[:.点时](\d{2})(?:[:.分](\d{2}))?(?:\.\d+)?[分秒]?(?:\+08:?00)?$/.exec(
      typed,
    ) ??
    []
  const date = cleanDate(written.replace(/T$/, ''))
  const time = `${hour.padStart(2, '0')}:${minute}`
  return isIsoDate(date) && isClockTime(time) && second < '60' ? `${date} ${time}:${second}` : tidy(text)
}

/** The number that a bank gives a payment: on one line, without what only parts it into groups. */
export const cleanReference = (text: string): string => fold(text).replace(/\s+/g, '')

/**
 * The text that a search looks for, in small letters: a number without what parts it into groups or stands before a
 * mobile, a name without blanks. It is cleaned as the fields are, so that what was pasted finds what was stored.
 */
export function searchText(text: string): string {
  const typed = foldName(text).toLowerCase().replace(/\s+/g, '')
  const number = typed.replace(/[-()]/g, '').replace(/^\+86(?=1)|^(?:00)?86(?=1\d{10}$)/, '')
  return /^(?=.*\d)[a-z\d]+$/.test(number) ? number : typed
}

/** The ways in which a text may be stored that is searched for: as it was typed, with common signs, and in one piece. */
export const searchForms = (text: string): string[] => [
  ...new Set(
    [tidy(text.replace(unseen, '')), foldName(text), searchText(text)].filter((form) => form !== ''),
  ),
]
