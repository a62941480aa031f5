import * as clean from '../../../rules/clean-value.ts'
import { mobile } from '../../../rules/fields.ts'
import { personDocument } from '../../../rules/identity-document.ts'
import { plate } from '../../../rules/plate.ts'
import { regionItems } from '../../../rules/regions.ts'
import { vin } from '../../../rules/vin.ts'

/**
 * Everything that may tie one order to another, called as the fields are everywhere else (by that name it is masked),
 * the strongest first: an identity number is one person's, an employer has thousands.
 */
export const relationKinds = [
  'idNo',
  'cardNo',
  'mobile',
  'vin',
  'plateNo',
  'address',
  'employerName',
] as const
export type RelationKind = (typeof relationKinds)[number]

/** Smaller is stronger. */
export const strengthOf = (kind: RelationKind): number => relationKinds.indexOf(kind)

/**
 * The form of a value in which two ways of writing it are one; null for one that is not whole yet or says nothing, such
 * as 无 for an employer.
 */
export function relationKey(kind: RelationKind, text: string): string | null {
  return keyOf[kind](text)
}

/** Fields of forms that are called otherwise than what is in them. */
const kindOfField: Readonly<Record<string, RelationKind>> = {
  ...Object.fromEntries(relationKinds.map((kind) => [kind, kind])),
  mobile2: 'mobile',
  reservedMobile: 'mobile',
  idAddress: 'address',
  liveAddress: 'address',
}

/** Most values that one question is about. */
export const mostKeys = 20

/** Whole values anywhere in a form, the strongest first, each once. */
export function keysInForm(values: unknown): { kind: RelationKind; value: string }[] {
  const found = new Map<string, { kind: RelationKind; value: string }>()
  const collect = (value: unknown, name: string) => {
    const kind = Object.hasOwn(kindOfField, name) ? kindOfField[name] : undefined
    if (typeof value === 'string') {
      const key = kind && relationKey(kind, value)
      if (kind && key) found.set(`${kind} ${key}`, { kind, value: key })
    } else if (typeof value === 'object' && value !== null)
      for (const [inner, one] of Object.entries(value)) collect(one, inner)
  }
  collect(values, '')
  return [...found.values()].sort((a, b) => strengthOf(a.kind) - strengthOf(b.kind)).slice(0, mostKeys)
}

const keyOf: Readonly<Record<RelationKind, (text: string) => string | null>> = {
  idNo: idKey,
  cardNo(text) {
    const number = clean.cleanCardNo(text)
    return /^\d{15,19}$/.test(number) ? number : null
  },
  mobile(text) {
    const number = clean.cleanMobile(text)
    return mobile(number) === null && number !== '' ? number : null
  },
  vin(text) {
    const number = clean.cleanVin(text)
    return vin(number) === null && number !== '' ? number : null
  },
  plateNo(text) {
    const number = clean.cleanPlate(text)
    return plate(number) === null ? number : null
  },
  address: addressKey,
  employerName: employerKey,
}

function idKey(text: string): string | null {
  const number = clean.cleanIdNo(text)
  return personDocument(number) === null ? number : null
}

const stem = (label: string) => label.replace(/(?:(?:壮族|回族|维吾尔)?自治区|特别行政区|[省市])$/, '')
const named = (level: RegExp) =>
  [...new Set(regionItems.flatMap(({ code, label }) => (level.test(code) ? [stem(label)] : [])))].join('|')
/** A road may be called after a city: 北京东路 is no Peking. */
const noRoad = '(?![东南西北中]?[一二三]?(?:大道|大街|路|街|道|巷|里|胡同))'
const province = new RegExp(
  `^(?:中国)?(?:${named(/0000$/)})(?:省|市|(?:壮族|回族|维吾尔)?自治区|特别行政区)?${noRoad}`,
)
const namedCity = new RegExp(`^(?:${named(/[1-9]\d?00$|0[1-9]00$/)})市?${noRoad}`)
/** A part that has the sign of its level, whether or not the table of regions knows it. */
const otherProvince = /^[^省市区县路街道巷镇乡村号弄]{2,6}?省/
const otherCity = /^[^省市区县路街道巷镇乡村号弄超]{2,6}?(?:市|自治州|地区|盟)/
/** 小区, 社区 and the like are places in a county, not counties. */
const county = /^[^省市区县路街道巷镇乡村号弄超]{1,6}?(?:(?<![小社园校厂院片库])区|自治县|县|旗|市)/

/**
 * An address without what some write and others leave out: 省市区 in front, spaces and punctuation, the sign of the
 * room. Without a number it names half a town, and is none to compare by.
 */
function addressKey(text: string): string | null {
  const typed = clean.nameKey(text)
  const street = [province, otherProvince, namedCity, otherCity, county].reduce(
    (rest, part) => rest.replace(part, ''),
    typed,
  )
  const key = street.replace(/(?:号楼|[幢座])/g, '栋').replace(/[室房户]$/, '')
  return key.length >= 5 && /[\d〇一二三四五六七八九十]/.test(key) ? key.slice(0, 120) : null
}

const company = /(?:(?:股份|集团|控股)?(?:有限)?(?:责任)?公司)$/
/** Everything that people write who have no employer, or do not want to name one. */
const nobody =
  /^(?:无|没有|暂无|不详|未知|个体|个体户|个体经营|自由职业|自由职业者|务农|农民|待业|退休|自雇|私营|司机)(?:单位|业)?$/

/**
 * An employer without the form of its company, and, where it is a company, without province and city in front: others
 * such as 北京市公安局 would be another's without them.
 */
function employerKey(text: string): string | null {
  const typed = clean.nameKey(text)
  if (nobody.test(typed)) return null
  const name = typed.replace(company, '')
  if (name === typed) return name.length >= 4 ? name.slice(0, 120) : null
  const own = name.replace(otherProvince, '').replace(otherCity, '')
  return own.length >= 2 ? own.slice(0, 120) : null
}
