import { fakeIdNo, fakeMobile } from '../../lib/rules/made-up-numbers.ts'

export type Customer = { name: string; idNo: string; mobile: string }

const surnames = '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗'
const given = '建国志明文华海涛永强晓丽敏静秀英玉兰桂芳'

const below = (limit: number) => Math.floor(Math.random() * limit)
const oneOf = (text: string) => text.charAt(below(text.length))

/** Somebody new, with valid numbers that belong to nobody and to no order of the demo. */
export function newCustomer(): Customer {
  const year = 1975 + below(25)
  const month = String(1 + below(12)).padStart(2, '0')
  const day = String(1 + below(28)).padStart(2, '0')
  return {
    name: oneOf(surnames) + oneOf(given) + oneOf(given),
    idNo: fakeIdNo('44', `${year}-${month}-${day}`, below(1000)),
    mobile: fakeMobile(700_000_000 + below(99_999_999)),
  }
}

/** The number with another last digit: right in its form, wrong in its checksum. */
export function withWrongChecksum(idNo: string): string {
  return idNo.slice(0, -1) + (idNo.endsWith('1') ? '2' : '1')
}
