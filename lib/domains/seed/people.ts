import { fakeIdNo, fakeMobile, fakeUscc } from '../../rules/made-up-numbers.ts'
import { shiftDay } from './days.ts'
import { drawOf } from './generator.ts'

/** Persons of the demo data (domain.md 5.2). */

const surnames = '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕'
const given = '建国志明文华海涛永强晓丽敏静秀英玉兰桂芳春燕雪梅佳怡子涵宇轩浩然思琪雨欣家豪俊杰'
/** Provinces without Taiwan, Hong Kong and Macao, whose people hold other documents. */
const provinces =
  '11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65'.split(' ')

const draw = drawOf('customer')

export type Person = {
  name: string
  /** '1' male, '2' female: dictionary `gender`; empty for an enterprise. */
  gender: '1' | '2' | ''
  /** YYYY-MM-DD; empty for an enterprise. */
  birthDate: string
  idNo: string
  mobile: string
  /** Of an enterprise: its legal person. */
  legal?: Pick<Person, 'name' | 'idNo' | 'mobile'>
}

/** Birth date of the person of a row, YYYY-MM-DD, 1965-01-01 to 2004-12-31. */
export const birthDateOf = (row: number): string => shiftDay('1965-01-01', draw.mod('birth', row, 14_610))

export const nameOf = (row: number): string =>
  surnames.charAt(draw.mod('surname', row, surnames.length)) +
  given.charAt(draw.mod('given1', row, given.length)) +
  (draw.chance('two', row, 72) ? given.charAt(draw.mod('given2', row, given.length)) : '')

/**
 * The person of a row. Rows beyond those of the customers are for the people around them, see {@link relativeRow}.
 * @param attempt next one when an earlier row has the same ID number, which happens once in some ten million pairs
 */
export function personOf(row: number, attempt = 0): Person {
  const male = draw.chance('sex', row, 66)
  const birthDate = birthDateOf(row)
  const seq = draw.mod(attempt === 0 ? 'seq' : `seq${attempt}`, row, 500)
  const idNo = fakeIdNo(draw.pick('prov', row, provinces), birthDate, 2 * seq + (male ? 1 : 0))
  return { name: nameOf(row), gender: male ? '1' : '2', birthDate, idNo, mobile: fakeMobile(row) }
}

/** The place where somebody of a row lives or works: hardly two by chance at one address. */
export const addressOf = (row: number, field: string): string =>
  `示例路${1 + draw.mod(`${field} road`, row, 900)}号${1 + draw.mod(`${field} house`, row, 30)}栋${101 + draw.mod(`${field} room`, row, 800)}`

/** A company of a row, which has hundreds of colleagues among very many orders. */
export const employerOf = (row: number, trade: string): string =>
  `示例${given.charAt(draw.mod('company1', row, given.length))}${given.charAt(draw.mod('company2', row, given.length))}${trade}有限公司`

const relatives = { spouse: 2, emergency1: 3, emergency2: 4, guarantor: 5 } as const

/** The row of somebody around a customer; customers have rows below 200 million, staff those from 900 million. */
export const relativeRow = (customerRow: number, relative: keyof typeof relatives): number =>
  relatives[relative] * 100_000_000 + customerRow

/** The enterprise of a row, a haulier of the demo; its legal person is who would guarantee for the person of that row. */
export function enterpriseOf(row: number): Person {
  const { name, idNo, mobile } = personOf(relativeRow(row, 'guarantor'))
  return {
    name: employerOf(row, '物流'),
    gender: '',
    birthDate: '',
    mobile: fakeMobile(row),
    // Above those of shops and channels.
    idNo: fakeUscc(900_000 + (row % 100_000)),
    legal: { name, idNo, mobile },
  }
}
