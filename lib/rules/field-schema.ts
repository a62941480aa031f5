import * as z from 'zod'
import * as rule from './fields.ts'
import { idCard, normaliseIdCard } from './id-card.ts'
import { normalisePlate, plate } from './plate.ts'
import type { Check } from './rule-message.ts'
import { normaliseUscc, uscc } from './uscc.ts'
import { normaliseVin, vin } from './vin.ts'

/** The field rules as zod schemas: strings in, the stored form out, the message key as the issue's message. */

/**
 * A string that passes a check.
 *
 * @param normalise how the stored form is made; default trims and composes (NFC)
 */
export function checked(
  check: Check,
  normalise: (value: string) => string = rule.tidy,
): z.ZodType<string, string> {
  return z
    .string({ error: 'rules.required' })
    .overwrite(normalise)
    .superRefine((value, context) => {
      const message = check(value)
      if (message !== null) context.addIssue({ code: 'custom', message })
    })
}

/** Ready schemas; `optionalSchemas` has the same ones letting the empty text pass. */
const definitions = {
  englishName: [rule.englishName],
  personName: [rule.required(rule.personName)],
  mobile: [rule.mobile],
  idCard: [idCard, normaliseIdCard],
  bankCard: [rule.bankCard],
  useMonths: [rule.monthsOfUse],
  email: [rule.email],
  amount: [rule.required(rule.amount)],
  rate: [rule.required(rule.rate)],
  landline: [rule.required(rule.landline)],
  phone: [rule.required(rule.phone)],
  url: [rule.required(rule.url)],
  integer: [rule.required(rule.integer)],
  date: [rule.required(rule.date)],
  code: [rule.required(rule.code)],
  vin: [rule.required(vin), normaliseVin],
  plate: [rule.required(plate), normalisePlate],
  uscc: [rule.required(uscc), normaliseUscc],
  loginUsername: [rule.loginUsername],
  loginPassword: [rule.loginPassword, (value: string) => value],
  loginCaptcha: [rule.loginCaptcha],
} as const satisfies Record<string, readonly [Check, ((value: string) => string)?]>

export type FieldRule = keyof typeof definitions

type Schemas = Readonly<Record<FieldRule, z.ZodType<string, string>>>

function build(wrap: (check: Check) => Check): Schemas {
  return Object.fromEntries(
    Object.entries<readonly [Check, ((value: string) => string)?]>(definitions).map(
      ([name, [check, normalise]]) => [name, checked(wrap(check), normalise)],
    ),
  ) as Schemas
}

export const schemas: Schemas = build((check) => check)
export const optionalSchemas: Schemas = build(rule.optional)
