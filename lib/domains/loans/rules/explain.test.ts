import { dayOf } from './day.ts'
import { explainLoan, foldLoan } from './fold.ts'
import { e1, history, termsOf } from './testing.ts'

const terms = termsOf(e1)

test('every amount says how it was reckoned, with which figures, and by which facts', () => {
  const { facts } = history(e1)
    .payThrough(2)
    .on('2025-06-20', 'fee', { amount: 100_00, periodNo: 3 })
    .pay('2025-07-20', '4000.00')
  const receipt = facts.at(-1)?.id
  const { explanations } = explainLoan(terms, facts, dayOf('2025-08-01'))
  const of = (name: string) => explanations.find((one) => one.of === name)
  expect(of('instalment.1.3.interest')).toEqual({
    of: 'instalment.1.3.interest',
    formula: 'plan.agreed',
    inputs: { balance: 81692_52, rate: 72_000, basis: 360, days: 31 },
    rounding: 'half_up',
    result: 490_16,
    facts: [1],
  })
  expect(of('instalment.1.4.penalty.1')).toMatchObject({
    formula: 'penalty.segment',
    inputs: { base: 2663_30, days: 5, daily: 500 },
    result: 6_66,
    facts: [1, receipt],
  })
  expect(of('instalment.1.4.penalty.2')).toMatchObject({
    inputs: { base: 1479_87, days: 12 },
    result: 8_88,
  })
  expect(of(`receipt.${receipt}.4.principal`)).toMatchObject({ result: 706_31, facts: [receipt, 1] })
  expect(of('dpd')).toMatchObject({ result: 17, inputs: { oldest: dayOf('2025-07-15') } })
})

test('asking why changes nothing of the loan', () => {
  const { facts } = history(e1, { keptService: 2580_00 }).payThrough(7).pay('2025-11-20', '4000.00')
  const asOf = dayOf('2026-03-01')
  expect(explainLoan(terms, facts, asOf).fold).toEqual(foldLoan(terms, facts, asOf))
})
