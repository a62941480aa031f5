import { isIsoDate } from '../../../rules/business-date.ts'
import {
  cleanAmount,
  cleanIdNo,
  cleanMobile,
  cleanName,
  cleanNumber,
  cleanText,
} from '../../../rules/clean-value.ts'
import { amount, mobile, personName, plainText, required, tidy } from '../../../rules/fields.ts'
import { idCard, isMinor, majority } from '../../../rules/id-card.ts'
import type { Check, RuleMessage } from '../../../rules/rule-message.ts'

/** 客户信息采集: what a customer fills in on /collectUserInformation, judged by the page and by the service alike. */

/** The state of a page of the form. `closed`: without a link, and the tenant has no open form. */
export const collectStates = ['ready', 'used', 'expired', 'unknown', 'closed'] as const
export type CollectState = (typeof collectStates)[number]

/** The state of a link that staff made. */
export const linkStates = ['open', 'used', 'expired', 'revoked'] as const
export type LinkState = (typeof linkStates)[number]

/** Of the consent's text in the catalogue (`collectPage.consentText`): a changed text gets a new version. */
export const consentVersion = '2026-11'

/** Days that a link may be good for. */
export const linkDays = [1, 3, 7] as const
/** A number may ask for another code after so many seconds. */
export const codeWaitSeconds = 60
/** A code is good for so many minutes. */
export const codeMinutes = 5
export const codeDigits = 6

export type CollectValues = {
  name: string
  idNo: string
  mobile: string
  /** Sent to the mobile by SMS. */
  code: string
  /** 意向车型 */
  model: string
  /** 意向金额 in CNY */
  amount: string
  /** Code of a city, GB/T 2260. */
  city: string
}
export type CollectField = keyof CollectValues

export const emptyCollect: CollectValues = {
  name: '',
  idNo: '',
  mobile: '',
  code: '',
  model: '',
  amount: '',
  city: '',
}

export type CollectIssue = { key: RuleMessage; params?: Record<string, string> }

const checks: Partial<Record<CollectField, Check>> = {
  name: required(personName),
  idNo: idCard,
  mobile,
  model: plainText(100),
}

/** The value of what a customer types, by field: the page shows it when a field is left, the service takes it. */
export const collectCleaning: Readonly<Record<CollectField, (text: string) => string>> = {
  name: cleanName,
  idNo: cleanIdNo,
  mobile: cleanMobile,
  code: cleanNumber,
  model: cleanText,
  amount: cleanAmount,
  city: cleanText,
}

/** The values as they are judged and stored. */
export function cleanCollected(typed: CollectValues): CollectValues {
  const fields = Object.keys(collectCleaning) as CollectField[]
  return Object.fromEntries(
    fields.map((field) => [field, collectCleaning[field](typed[field])]),
  ) as CollectValues
}

/**
 * The faults of each field; a field that is right has no entry.
 *
 * @param today business date, YYYY-MM-DD: the customer has to be of age
 */
export function collectIssues(
  values: CollectValues,
  today: string,
): Partial<Record<CollectField, CollectIssue>> {
  const issues: Partial<Record<CollectField, CollectIssue>> = {}
  for (const [field, check] of Object.entries(checks) as [CollectField, Check][]) {
    const key = check(values[field])
    if (key) issues[field] = { key }
  }
  if (!issues.idNo && isIsoDate(today) && isMinor(values.idNo, today)) {
    issues.idNo = { key: 'rules.tooYoung', params: { min: String(majority) } }
  }
  if (!new RegExp(`^\\d{${codeDigits}}$`).test(tidy(values.code))) issues.code = { key: 'rules.smsCode' }
  const sum = tidy(values.amount)
  if (sum !== '') {
    const key = amount(sum) ?? (/[1-9]/.test(sum) ? null : 'rules.positive')
    if (key) issues.amount = { key }
  }
  if (values.city !== '' && !/^\d{6}$/.test(values.city)) issues.city = { key: 'rules.code' }
  return issues
}
