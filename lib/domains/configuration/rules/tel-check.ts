import { items } from './dict-item.ts'

/** 电核: whom the first review calls, what it asks and what counts (domain.md 3.2 `tel_verify`, T10). */

export const telTargets = ['customer', 'spouse', 'guarantor', 'employer', 'contact'] as const
export type TelTarget = (typeof telTargets)[number]

export const telResults = ['pass', 'doubt', 'missed', 'refused'] as const
export type TelResult = (typeof telResults)[number]

/** The state of the phone check of an order. */
export const telStates = ['none', 'part', 'done'] as const
export type TelState = (typeof telStates)[number]

/** The people whom an order's template wants reached, as far as the order has them, where it does not say. */
export const standardTelTargets: readonly TelTarget[] = ['customer', 'spouse', 'guarantor']

/** True where somebody was spoken to: a doubt is for the reviewer to weigh, and says what it is. */
export const isReached = (result: string | undefined): boolean => result === 'pass' || result === 'doubt'

/** The dictionary of the questions: a target, and below it what it is asked. A tenant adds and stops its own. */
export const telQuestionItems = [
  ...items('customer 本人, spouse 配偶, guarantor 保证人, employer 单位, contact 联系人'),
  ...below('customer', {
    use: '购车用途与实际使用人',
    car: '所购车型与成交价',
    down: '首付金额与来源',
    plan: '融资金额、期数与月供',
    work: '工作单位与月收入',
    live: '现居住地址',
  }),
  ...below('spouse', { knows: '是否知晓并同意本次融资', work: '工作单位与月收入' }),
  ...below('guarantor', { knows: '是否知晓并同意担保', relation: '与客户的关系' }),
  ...below('employer', { staff: '是否在职', position: '岗位与入职时间' }),
  ...below('contact', { relation: '与客户的关系', knows: '是否知晓客户购车融资' }),
]

function below(target: TelTarget, questions: Readonly<Record<string, string>>) {
  return Object.entries(questions).map(([code, label]) => ({
    code: `${target}_${code}`,
    label,
    parentCode: target,
  }))
}

/** Everything that the entry says to a question of ours, as paths of its values. A tenant's own question has none. */
export const telFacts: Readonly<Record<string, readonly string[]>> = {
  customer_use: ['vehicle.useNature'],
  customer_car: ['vehicle.brand', 'vehicle.series', 'financing.carPrice'],
  customer_down: ['financing.downPayment'],
  customer_plan: ['financing.financeAmount', 'financing.term', 'quote.monthlyPayment'],
  customer_work: ['employment.employerName', 'employment.monthlyIncome'],
  customer_live: ['residence.liveRegion', 'residence.liveAddress'],
  spouse_work: ['spouse.employerName', 'spouse.monthlyIncome'],
  employer_position: ['employment.position', 'employment.employSince'],
}

export type TelAnswer = { code: string; question: string; answer: string; ok: boolean }

/** The faults of a record, by field: a catalogue key. */
export function telIssues(given: {
  result: TelResult | ''
  answers: readonly Pick<TelAnswer, 'ok'>[]
  note: string
}): Partial<Record<'result' | 'note', 'tel.chooseResult' | 'tel.answersDiffer' | 'tel.noteDoubt'>> {
  const { result, answers, note } = given
  if (result === '') return { result: 'tel.chooseResult' }
  if (result === 'pass' && answers.some(({ ok }) => !ok)) return { result: 'tel.answersDiffer' }
  if (result === 'doubt' && note.trim() === '') return { note: 'tel.noteDoubt' }
  return {}
}
