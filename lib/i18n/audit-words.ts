import { labelKey } from '../domains/orders/rules/entry/entry-labels.ts'
import type { AuditDifference } from '../domains/oversight/rules/audit-difference.ts'
import { templatePage } from '../routes-of-templates.ts'
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
    wordOf(
      [
        labelKey(plain.join('.')),
        `oversight.values.${last}`,
        `columns.${last}`,
        `labels.${last}`,
        `product.${last}`,
      ],
      t,
    ) ?? last
  const [first = ''] = names
  if (plain.length < 2) return word
  const part = wordOf([`oversight.parts.${first}`], t) ?? first
  const number = names.find((name) => /^\d+$/.test(name))
  return `${part}${number === undefined ? '' : ` ${Number(number) + 1}`} · ${word}`
}

/** The key of the words of a field's codes, where the field is not called as its dictionary is. */
const codeWords: Readonly<Record<string, readonly string[]>> = {
  status: ['order.status', 'jobs.states', 'outside.states', 'notices'],
  state: [
    'changes.states',
    'blacklist.states',
    'bulk.states',
    'ownExports.states',
    'manufacturers.states',
    'oversight.codes',
  ],
  kind: [
    'papers.kinds',
    'sms.kinds',
    'changes.kinds',
    'loans.facts',
    'tenants',
    'enterprises.kinds',
    'oversight.codes',
    'imports.kinds',
  ],
  form: ['details.stage', 'configuration.fileForms'],
  parts: ['dueDiligence.part'],
  subject: ['dueDiligence.subjects', 'gps', 'papers'],
  answered: ['dueDiligence.questions'],
  result: ['review.result', 'tel.result'],
  target: ['dictionaryItems.tel_question'],
  to: ['dictionaryItems.payer'],
  condition: ['riskApproval.conditions'],
  code: ['dictionaryItems.interview_script'],
  method: ['firstPayments.methods'],
  channel: ['repayments.channels', 'dictionaryItems.channel'],
  refundKind: ['firstPayments.refundKinds'],
  fileForm: ['configuration.fileForms'],
  remedy: ['firstPayments.remedies'],
  deviceType: ['gps.kinds'],
  reach: ['couriers.reaches'],
  interfaceState: ['manufacturers.interfaceStates'],
  settleCycle: ['manufacturers.settleCycles'],
  mode: ['manufacturers.policyModes'],
  billedTo: ['manufacturers.billedParties'],
  businessScope: ['dictionaryItems.biz_mode'],
  choice: ['underwriting.choose'],
  port: ['outside.ports'],
  outcome: ['riskScenes.outcomes', 'oversight.codes'],
  fact: ['riskScenes.facts'],
  compare: ['riskScenes.compares'],
  value: ['riskScenes.breaches', 'fields.customer'],
  allocOrder: ['product.allocations'],
  depositUse: ['product.depositUses'],
  prepayWays: ['product.prepayWay'],
  vehicleKinds: ['dictionaryItems.vehicle_kind'],
  earlyInterest: ['product.earlyInterests'],
  payeeKind: ['oversight.codes'],
  accountKind: ['accounts.kinds'],
  paper: ['oversight.codes'],
  audience: ['changes.views'],
  fromStatus: ['order.status'],
  toStatus: ['order.status'],
  materialType: ['materials'],
  permissions: ['staff.permission'],
  dataScope: ['staff.scope'],
  unitKind: ['units.kinds'],
  roles: ['details.roles'],
  roleCodes: ['details.roles'],
  purpose: ['details.purpose'],
  by: ['oversight.bys'],
  columns: ['columns', 'labels', 'oversight.values'],
  move: ['books.moves', 'loans.depositMoves'],
  field: ['fields.customer', 'columns', 'labels', 'oversight.values', 'books.fields'],
  changed: ['columns', 'labels', 'oversight.values'],
}

/** `maritalStatus`: marital_status. */
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function codeWord(name: string, code: string, t: T): string {
  // A template is called as its form is.
  if (name === 'templateCode') return wordOf([`routes.${templatePage('entry', code)}`], t) ?? code
  const heads = codeWords[name] ?? [`dictionaryItems.${snake(name)}`]
  return (
    wordOf(
      heads.map((head) => `${head}.${code}`),
      t,
    ) ?? code
  )
}

/** A value as people say it: a code by its word, an amount with separators, an instant as Beijing time, yes and no. */
export function valueWord(path: string, value: string | null, t: T): string {
  if (value === null) return t('oversight.nothing')
  if (value === 'true') return t('oversight.yes')
  if (value === 'false') return t('oversight.no')
  if (/^-?\d+\.\d{2}$/.test(value)) return value.replace(/\B(?=(\d{3})+\.)/g, ',')
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:?\d{2})$/.test(value)) {
    return new Date(Date.parse(value) + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
  }
  const name = path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? path
  return value
    .split('、')
    .map((code) => (name === 'fields' ? pathWord(code, t) : codeWord(name, code, t)))
    .join(t('ui.separator'))
}

/** Everything that an entry changed, the first two values in words, and that there are more. */
export function summaryText(differences: readonly AuditDifference[], count: number, t: T): string {
  const said = differences.slice(0, 2).map((difference) => differenceText(difference, t))
  const more = count - said.length
  return [...said, ...(more > 0 ? [t('oversight.moreChanges', { count: more })] : [])].join('；')
}

/** `月收入: 5000 → 6000`. */
export const differenceText = ({ path, before, after }: AuditDifference, t: T): string =>
  `${pathWord(path, t)}: ${valueWord(path, before, t)} → ${valueWord(path, after, t)}`
