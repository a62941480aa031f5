import * as clean from '../../../../rules/clean-value.ts'
import * as rule from '../../../../rules/fields.ts'
import { personDocument } from '../../../../rules/identity-document.ts'
import { plate } from '../../../../rules/plate.ts'
import type { Check, RuleMessage } from '../../../../rules/rule-message.ts'
import { vin } from '../../../../rules/vin.ts'
import type { DictType } from '../../../configuration/rules/dictionaries.ts'

/** Fields of the order-entry sections: what a form needs to draw one and what judges its value. */

/** Form values are texts, switches, or lists of codes. */
export type FieldValue = string | boolean | string[]

/**
 * The way in which a field is shown and typed in. Money and rates are decimal text; a rate is a fraction, shown as a
 * percentage.
 */
export type FieldKind =
  | 'text'
  | 'longText'
  | 'idNo'
  | 'mobile'
  | 'phone'
  | 'card'
  | 'vin'
  | 'plate'
  | 'money'
  | 'rate'
  | 'integer'
  | 'decimal'
  | 'date'
  | 'dict'
  | 'region'
  | 'flag'
  /** A part of a car's name, proposed by the vehicle library; any text is one. */
  | 'brand'
  | 'series'
  | 'model'
  /** An id or code that the screen picks from a list of its own: product, term, shop, fee. */
  | 'choice'

export type Field<N extends string = string, V extends FieldValue = FieldValue> = {
  name: N
  kind: FieldKind
  initial: V
  required: boolean
  /** Calculated; never typed. */
  readOnly: boolean
  /** Not required, but decided on so often that a form never folds it away. */
  inSight?: boolean
  /** Only there where a template shows it. */
  byTemplate?: boolean
  /** Judges a text that is not empty. */
  check: Check
  /** Makes the stored form of a text, of whatever way it was typed. */
  normalise: (value: string) => string
  /** Message for an empty required field. */
  emptyMessage: RuleMessage
  /** Characters an input takes. */
  maxLength?: number
  dict?: DictType
  /** An amount that is typed in 万元. */
  inTenThousands?: boolean
  /** Levels of a region: 1 province, 2 city, 3 district. */
  levels?: number
}

type Options = {
  required?: boolean
  readOnly?: boolean
  inSight?: boolean
  byTemplate?: boolean
  inTenThousands?: boolean
}

const anything: Check = () => null

function field<N extends string, V extends FieldValue>(
  name: N,
  kind: FieldKind,
  initial: V,
  options: Options & Partial<Omit<Field, 'name' | 'kind' | 'initial'>>,
): Field<N, V> {
  return {
    required: false,
    readOnly: false,
    check: anything,
    normalise: clean.cleanText,
    emptyMessage: 'rules.required',
    ...options,
    name,
    kind,
    initial,
  }
}

const string = <N extends string>(
  name: N,
  kind: FieldKind,
  extra: Parameters<typeof field>[3],
): Field<N, string> => field<N, string>(name, kind, '', extra)

export const text = <N extends string>(name: N, maxLength: number, options: Options = {}) =>
  string(name, maxLength > 200 ? 'longText' : 'text', {
    check: rule.plainText(maxLength),
    maxLength,
    ...options,
  })

/** Brand, series or model of a car. */
export const carName = <N extends 'brand' | 'series' | 'model'>(
  name: N,
  maxLength: number,
  options: Options = {},
) => string(name, name, { check: rule.plainText(maxLength), maxLength, ...options })

export const personName = <N extends string>(name: N, options: Options & { maxLength?: number } = {}) =>
  string(name, 'text', { check: rule.personName, normalise: clean.cleanName, maxLength: 50, ...options })

export const englishName = <N extends string>(name: N) =>
  string(name, 'text', {
    check: rule.englishName,
    normalise: clean.cleanLatin,
    emptyMessage: 'rules.englishName',
    maxLength: 99,
  })

export const idNo = <N extends string>(name: N, options: Options = {}) =>
  string(name, 'idNo', {
    check: personDocument,
    normalise: clean.cleanIdNo,
    emptyMessage: 'rules.idRequired',
    maxLength: 18,
    ...options,
  })

/** A number of a paper that says whose policy or licence it is, a person's or an enterprise's. */
export const documentNo = <N extends string>(name: N) =>
  string(name, 'text', { check: rule.plainText(18), normalise: clean.cleanIdNo, maxLength: 18 })

export const mobile = <N extends string>(name: N, options: Options = {}) =>
  string(name, 'mobile', {
    check: rule.mobile,
    normalise: clean.cleanMobile,
    emptyMessage: 'rules.mobileRequired',
    maxLength: 11,
    ...options,
  })

export const phone = <N extends string>(name: N) =>
  string(name, 'phone', { check: rule.phone, normalise: clean.cleanPhone, maxLength: 20 })

export const landline = <N extends string>(name: N) =>
  string(name, 'phone', { check: rule.landline, normalise: clean.cleanLandline, maxLength: 20 })

export const email = <N extends string>(name: N) =>
  string(name, 'text', {
    check: rule.email,
    normalise: clean.cleanLatin,
    emptyMessage: 'rules.emailRequired',
    maxLength: 80,
  })

export const card = <N extends string>(name: N, options: Options = {}) =>
  string(name, 'card', { check: rule.bankCard, normalise: clean.cleanCardNo, maxLength: 19, ...options })

export const vinField = <N extends string>(name: N, options: Options = {}) =>
  string(name, 'vin', { check: vin, normalise: clean.cleanVin, maxLength: 17, ...options })

export const plateField = <N extends string>(name: N) =>
  string(name, 'plate', { check: plate, normalise: clean.cleanPlate, maxLength: 8 })

/** An amount in CNY, zero or more. */
export const money = <N extends string>(name: N, options: Options = {}) =>
  string(name, 'money', { check: rule.amount, normalise: clean.cleanAmount, maxLength: 19, ...options })

/** An amount in CNY above zero. */
export const positiveMoney = <N extends string>(name: N, options: Options = {}) =>
  string(name, 'money', {
    check: (value) => rule.amount(value) ?? (rule.compareTyped(value, '0') > 0 ? null : 'rules.positive'),
    normalise: clean.cleanAmount,
    maxLength: 19,
    ...options,
  })

export const rate = <N extends string>(name: N, options: Options = {}) =>
  string(name, 'rate', { check: rule.rate, normalise: clean.cleanRate, maxLength: 8, ...options })

/** A whole number between two bounds. */
export const integer = <N extends string>(
  name: N,
  min: number,
  max: number,
  options: Options & { message?: RuleMessage } = {},
) => {
  const { message = 'rules.integer', ...rest } = options
  const check: Check = (value) => {
    const wrong = rule.integer(value) !== null || Number(value) < min || Number(value) > max
    return wrong ? message : null
  }
  return string(name, 'integer', {
    check,
    normalise: clean.cleanNumber,
    maxLength: String(max).length,
    ...rest,
  })
}

/** At most three digits and one decimal. */
export const decimal = <N extends string>(name: N) =>
  string(name, 'decimal', {
    check: (value) => (/^\d{1,3}(?:\.\d)?$/.test(rule.tidy(value)) ? null : 'rules.amount'),
    normalise: clean.cleanNumber,
    maxLength: 5,
  })

export const monthsOfUse = <N extends string>(name: N, options: Options = {}) =>
  string(name, 'integer', {
    check: rule.monthsOfUse,
    normalise: clean.cleanNumber,
    emptyMessage: 'rules.useMonths',
    maxLength: 2,
    ...options,
  })

export const date = <N extends string>(name: N, options: Options = {}) =>
  string(name, 'date', { check: rule.date, normalise: clean.cleanDate, maxLength: 10, ...options })

export const dict = <N extends string>(name: N, type: DictType, options: Options = {}) =>
  string(name, 'dict', { check: rule.code, maxLength: 40, dict: type, ...options })

export const choice = <N extends string>(name: N, options: Options = {}) =>
  string(name, 'choice', { check: rule.code, maxLength: 40, ...options })

export const flag = <N extends string>(name: N, options: Options & { emptyMessage?: RuleMessage } = {}) =>
  field<N, boolean>(name, 'flag', false, options)

/** Region codes from the province down. */
export const region = <N extends string>(name: N, levels: number, options: Options = {}) =>
  field<N, string[]>(name, 'region', [], {
    check: (value) => (/^\d{6}$/.test(value) ? null : 'rules.code'),
    dict: 'region',
    levels,
    ...options,
  })

/** Longer than any rule allows, so that the rule and not the shape says what is wrong. */
const longestText = 2000
const longestCode = 40
const mostCodes = 20

/** True where a value has the shape of the field's values, finished or not. */
export function isShapeOf({ initial }: Field, value: unknown): value is FieldValue {
  if (!Array.isArray(initial)) {
    return typeof value === typeof initial && (typeof value !== 'string' || value.length <= longestText)
  }
  const isCode = (item: unknown) => typeof item === 'string' && item.length <= longestCode
  return Array.isArray(value) && value.length <= mostCodes && value.every(isCode)
}

/** True where a value counts as not filled in. A switch always is. */
export function isEmpty(value: FieldValue): boolean {
  if (typeof value === 'boolean') return false
  return typeof value === 'string' ? rule.tidy(value) === '' : value.length === 0
}

/** Judges a value of the field's own shape; emptiness is judged by `required`, which may depend on other fields. */
export function checkField(
  spec: Field,
  value: FieldValue,
  required: boolean,
  check = spec.check,
): RuleMessage | null {
  // A switch is filled in either way; a required one has to be on.
  if (typeof value === 'boolean') return required && !value ? spec.emptyMessage : null
  if (isEmpty(value)) return required ? spec.emptyMessage : null
  if (typeof value === 'string') return check(spec.normalise(value))
  if (spec.levels !== undefined && value.length !== spec.levels) return spec.emptyMessage
  return value.map((item) => check(item)).find((message) => message !== null) ?? null
}
