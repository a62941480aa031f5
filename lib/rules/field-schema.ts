import * as z from 'zod'
import * as clean from './clean-value.ts'
import * as rule from './fields.ts'
import { personDocument } from './identity-document.ts'
import { plate } from './plate.ts'
import type { Check } from './rule-message.ts'
import { uscc } from './uscc.ts'
import { vin } from './vin.ts'

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
  englishName: [rule.englishName, clean.cleanLatin],
  personName: [rule.required(rule.personName), clean.cleanName],
  mobile: [rule.mobile, clean.cleanMobile],
  personDocument: [personDocument, clean.cleanIdNo],
  bankCard: [rule.bankCard, clean.cleanCardNo],
  useMonths: [rule.monthsOfUse, clean.cleanNumber],
  email: [rule.email, clean.cleanLatin],
  amount: [rule.required(rule.amount), clean.cleanAmount],
  rate: [rule.required(rule.rate), clean.cleanRate],
  landline: [rule.required(rule.landline), clean.cleanLandline],
  phone: [rule.required(rule.phone), clean.cleanPhone],
  url: [rule.required(rule.url)],
  integer: [rule.required(rule.integer), clean.cleanNumber],
  date: [rule.required(rule.date), clean.cleanDate],
  code: [rule.required(rule.code)],
  vin: [rule.required(vin), clean.cleanVin],
  plate: [rule.required(plate), clean.cleanPlate],
  uscc: [rule.required(uscc), clean.cleanUscc],
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
