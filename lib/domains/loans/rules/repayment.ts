import { moneyOf } from './exact.ts'
import { countingFacts, type FactOf, type LoanFact, type MoneySource } from './facts.ts'
import type { LoanFold } from './fold.ts'

/** 还款记录: money that came in, and what became of it by the fold of its loan. */

export const repaymentKinds = ['正常', '逾期', '部分提前', '提前结清', '代偿追回', '核销后收回'] as const
export type RepaymentKind = (typeof repaymentKinds)[number]

export const repaymentStates = ['成功', '已冲正'] as const

/** It may be reversed. */
export const counts = ({ state }: { state: (typeof repaymentStates)[number] }): boolean => state === '成功'

/** A fact by which money of a customer, a buyer or a guarantor came in. */
export type MoneyIn = FactOf<'receipt' | 'recovery' | 'compensation' | 'prepayment' | 'settlement'>

const bringsMoney = (fact: LoanFact): fact is MoneyIn =>
  fact.kind === 'receipt' ||
  fact.kind === 'recovery' ||
  (fact.kind === 'compensation' && fact.move === 'recovered') ||
  (fact.kind === 'prepayment' && fact.from === 'cash') ||
  (fact.kind === 'settlement' && fact.amount > 0)

export const sourceOf = ({ source, eventId }: MoneyIn): MoneySource =>
  source ?? { channel: 'transfer', thirdNo: eventId, payerName: '', payerCard: '' }

function kindOf(fact: MoneyIn, isLate: boolean, isWrittenOff: boolean): RepaymentKind {
  if (fact.kind === 'compensation') return '代偿追回'
  if (isWrittenOff || fact.kind === 'recovery') return '核销后收回'
  if (fact.kind === 'prepayment') return '部分提前'
  if (fact.kind === 'settlement') return '提前结清'
  return isLate ? '逾期' : '正常'
}

/** Facts by which money came in, each with what lists read of it, in the order in which they were booked. */
export function repaymentsOf(fold: LoanFold, facts: readonly LoanFact[]) {
  const counting = new Set(countingFacts(facts, Number.POSITIVE_INFINITY))
  const reversals = new Map(
    facts.flatMap(({ id, ...fact }) => (fact.kind === 'reversal' ? [[fact.of, id]] : [])),
  )
  const dues = new Map(
    [...fold.voided, ...fold.instalments].map(({ version, periodNo, due }) => [
      `${version} ${periodNo}`,
      due,
    ]),
  )
  const uses = Map.groupBy(
    fold.allocations.filter(({ from }) => from === 'cash'),
    ({ fact }) => fact,
  )
  return facts.filter(bringsMoney).map((fact) => {
    const isCounting = counting.has(fact)
    const own = uses.get(fact.id) ?? []
    const sumOf = (...components: string[]) =>
      own.reduce((sum, { component, amount }) => (components.includes(component) ? sum + amount : sum), 0)
    const isWrittenOff = fold.writtenOffOn !== null && fact.day > fold.writtenOffOn
    const isLate = own.some(({ version, periodNo, day }) => day > (dues.get(`${version} ${periodNo}`) ?? day))
    const kind = kindOf(fact, isLate, isWrittenOff)
    // Money of a guarantor, or of a loan that was written off, is of no instalment and waits for none.
    const waits = isCounting && kind !== '代偿追回' && kind !== '核销后收回'
    const used = own.reduce((sum, { amount }) => sum + amount, 0)
    const columns = {
      kind,
      principal: moneyOf(sumOf('principal')),
      interest: moneyOf(sumOf('interest')),
      penalty: moneyOf(sumOf('penalty')),
      fee: moneyOf(sumOf('fee', 'service_fee', 'breach')),
      unapplied: moneyOf(waits ? fact.amount - used : 0),
      state: repaymentStates[isCounting ? 0 : 1],
      reversedBy: isCounting ? null : (reversals.get(fact.id) ?? null),
    }
    return { fact, columns }
  })
}
