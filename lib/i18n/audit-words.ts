import type { AuditDifference } from '../rules/audit-difference.ts'
import { labelKey } from '../rules/order-entry/entry-issue.ts'
import type { MessageKey, T } from './translator.ts'

/** The audit log in words. Codes come from any version of the program: what has no word is shown as it is. */

/** The first of the keys that the catalogue has; an unknown key is answered as it is. */
function wordOf(keys: readonly string[], t: T): string | undefined {
  for (const key of keys) {
    const word = t(key as MessageKey)
    if (word !== key) return word
  }
  return undefined
}

/** `order.save_intake`: 保存进件. */
export const actionWord = (action: string, t: T): string =>
  wordOf([`actions.${action}`, action.replace(/^order\./, 'machine.event.')], t) ?? action

/** `application`: 订单. */
export const objectKindWord = (kind: string, t: T): string => wordOf([`oversight.objects.${kind}`], t) ?? kind

/** `contacts.0.mobile`: 紧急联系人 1 · 手机号. */
export function pathWord(path: string, t: T): string {
  const names = path.split('.')
  const plain = names.filter((name) => !/^\d+$/.test(name))
  const last = plain.at(-1) ?? path
  const word =
    wordOf([labelKey(plain.join('.')), `oversight.values.${last}`, `columns.${last}`, `labels.${last}`], t) ??
    last
  const [first = ''] = names
  if (plain.length < 2) return word
  const part = wordOf([`oversight.parts.${first}`], t) ?? first
  const number = names.find((name) => /^\d+$/.test(name))
  return `${part}${number === undefined ? '' : ` ${Number(number) + 1}`} · ${word}`
}

/** A value as people say it: the state of an order, yes and no. */
export function valueWord(path: string, value: string | null, t: T): string {
  if (value === null) return t('oversight.nothing')
  if (value === 'true') return t('oversight.yes')
  if (value === 'false') return t('oversight.no')
  if (path === 'status') return wordOf([`order.status.${value}`], t) ?? value
  if (path === 'purpose') return wordOf([`details.purpose.${value}`], t) ?? value
  if (path === 'fields')
    return value
      .split('、')
      .map((field) => pathWord(field, t))
      .join('、')
  return value
}

/** `月收入: 5000 → 6000`. */
export const differenceText = ({ path, before, after }: AuditDifference, t: T): string =>
  `${pathWord(path, t)}: ${valueWord(path, before, t)} → ${valueWord(path, after, t)}`
