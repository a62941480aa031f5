import { nameKey } from '../../../rules/clean-value.ts'
import { compareMoney } from '../../../rules/money.ts'
import type { Direction, FlowKind } from './fund-flow.ts'

/** 匹配规则: what a flow stands for, by what it says of itself; the first rule that finds one thing alone counts. Pure. */

/** A fact of a loan, a payment of the release, what came in before it and went back, another flow. */
export const targetKinds = ['fact', 'disbursement', 'firstPayment', 'firstRefund', 'flow'] as const
export type TargetKind = (typeof targetKinds)[number]

/** 流水号, 借据号, 户名加金额, 卡号尾号加金额, 人工. */
export const matchRules = ['number', 'loanNo', 'name', 'card', 'hand'] as const
export type MatchRule = (typeof matchRules)[number]
type AutoRule = Exclude<MatchRule, 'hand'>

/** A bank's day and ours differ by nights, holidays and the time that papers take. */
export const windowDays = 7

/** Everything that a flow says of itself. */
export type SaidFlow = {
  flowNo: string
  direction: Direction
  amount: string
  bizDay: string
  counterparty: string
  counterAccount: string
  summary: string
}

/** Money that moved by the books, and that no flow stands for yet. */
export type Document = {
  kind: Exclude<TargetKind, 'flow'>
  id: number
  direction: Direction
  amount: string
  day: string
  /** Of whoever paid, or was paid. */
  name: string
  account: string
  /** By which the bank knows it. */
  numbers: readonly string[]
  loanId: number | null
  loanNo: string | null
  orderId: number
  title: string
  bizKind: FlowKind
}

/** A loan that money may be for. */
export type AskingLoan = {
  loanId: number
  loanNo: string
  orderId: number
  name: string
  accounts: readonly string[]
  /** Everything that is asked of its customer now. */
  sums: readonly string[]
}

export type Decision =
  | { rule: AutoRule; document: Document }
  /** No document stands there yet: it is a receipt of this loan. */
  | { rule: AutoRule; loan: AskingLoan }
  /** 同额提示: so many things it might be. */
  | { rule: AutoRule; several: number }
  | null

const isSame = (a: string, b: string) => compareMoney(a, b) === 0
const isNamed = (text: string, name: string) => nameKey(name) !== '' && nameKey(text) === nameKey(name)
const tailOf = (account: string) => (account.length >= 8 ? account.slice(-4) : '')
const hasTail = (flow: SaidFlow, account: string) =>
  tailOf(account) !== '' && tailOf(flow.counterAccount) === tailOf(account)

const dayMs = 86_400_000
const isNear = (a: string, b: string) => Math.abs(Date.parse(a) - Date.parse(b)) <= windowDays * dayMs

const documentRules: Readonly<Record<AutoRule, (flow: SaidFlow, one: Document) => boolean>> = {
  number: ({ flowNo, summary }, { numbers }) =>
    numbers.some((number) => number === flowNo || (number.length >= 6 && summary.includes(number))),
  loanNo: ({ summary }, { loanNo }) => loanNo !== null && numbersIn(summary).includes(loanNo),
  name: ({ counterparty }, { name }) => isNamed(counterparty, name),
  card: (flow, { account }) => hasTail(flow, account),
}
const loanRules: Readonly<Record<AutoRule, (flow: SaidFlow, one: AskingLoan) => boolean>> = {
  number: () => false,
  loanNo: ({ summary }, { loanNo }) => numbersIn(summary).includes(loanNo),
  name: ({ counterparty, amount }, { name, sums }) =>
    isNamed(counterparty, name) && sums.some((asked) => isSame(asked, amount)),
  card: (flow, { accounts, sums }) =>
    accounts.some((account) => hasTail(flow, account)) && sums.some((asked) => isSame(asked, flow.amount)),
}

const order = ['number', 'loanNo', 'name', 'card'] as const

/**
 * Everything that one flow stands for.
 *
 * @param documents which have no flow yet; of another amount, direction or time they count for nothing
 * @param loans only money that came in is for one
 */
export function matchFlow(
  flow: SaidFlow,
  documents: readonly Document[],
  loans: readonly AskingLoan[],
): Decision {
  const open = documents.filter(
    ({ direction, amount, day }) =>
      direction === flow.direction && isSame(amount, flow.amount) && isNear(day, flow.bizDay),
  )
  const asking = flow.direction === '收' ? loans : []
  for (const rule of order) {
    const found = open.filter((one) => documentRules[rule](flow, one))
    const [document] = found
    if (document) return found.length === 1 ? { rule, document } : { rule, several: found.length }
    const of = asking.filter((one) => loanRules[rule](flow, one))
    const [loan] = of
    if (!loan) continue
    if (of.length > 1) return { rule, several: of.length }
    // A receipt of that sum may be registered under another name: money is booked once.
    const booked = open.filter(({ loanId }) => loanId === loan.loanId)
    const [receipt] = booked
    if (!receipt) return { rule, loan }
    return booked.length === 1 ? { rule, document: receipt } : { rule, several: booked.length }
  }
  return null
}

/**
 * Many flows at once, in their order: what one of them stands for no other one does, and a loan takes one flow of them,
 * because behind it something else is asked of it.
 */
export function matchFlows<F extends SaidFlow>(
  flows: readonly F[],
  documents: readonly Document[],
  loans: readonly AskingLoan[],
): { flow: F; decision: Decision }[] {
  const byAmount = Map.groupBy(documents, ({ amount }) => amount)
  const byNo = new Map(loans.map((loan) => [loan.loanNo, loan]))
  const byName = Map.groupBy(loans, ({ name }) => nameKey(name))
  const byTail = Map.groupBy(
    loans.flatMap((loan) => loan.accounts.map((account) => ({ loan, tail: tailOf(account) }))),
    ({ tail }) => tail,
  )
  const taken = new Set<Document | AskingLoan>()
  return flows.map((flow) => {
    const near = new Set([
      ...numbersIn(flow.summary).flatMap((number) => byNo.get(number) ?? []),
      ...(byName.get(nameKey(flow.counterparty)) ?? []),
      ...(byTail.get(tailOf(flow.counterAccount)) ?? []).map(({ loan }) => loan),
    ])
    const decision = matchFlow(
      flow,
      (byAmount.get(flow.amount) ?? []).filter((one) => !taken.has(one)),
      [...near].filter((one) => !taken.has(one)),
    )
    if (decision && 'document' in decision) taken.add(decision.document)
    if (decision && 'loan' in decision) taken.add(decision.loan)
    return { flow, decision }
  })
}

/** The parts of a summary that may be a number of ours or of a bank. */
export const numbersIn = (summary: string): string[] => summary.match(/[A-Za-z0-9-]{6,40}/g) ?? []
