import fc from 'fast-check'
import { propertyRuns } from '../../../../scripts/property-runs.ts'
import { dayOf } from './day.ts'
import { fenOf } from './exact.ts'
import { explanationsOf } from './explain.ts'
import { explainLoan } from './fold.ts'
import { lives } from './histories.fixture.ts'
import { statementOf } from './loan-statement.ts'
import { e1, history, termsOf } from './testing.ts'

const terms = termsOf(e1)
const always = Number.POSITIVE_INFINITY

test('a statement says plan, money and what happened, as of a day and as it was known', () => {
  const book = history(e1).payThrough(2).pay('2025-07-20', '4000.00')
  const { facts } = book.on('2025-08-01', 'reversal', { of: 4 })
  const asOf = dayOf('2025-08-01')
  const now = statementOf(terms, facts, asOf, always)
  expect(now?.events.map(({ kind, reversedBy, balance }) => [kind, reversedBy, balance])).toEqual([
    ['release', null, '86000.00'],
    ['receipt', null, '83852.70'],
    ['receipt', null, '81692.52'],
    ['receipt', 5, '81692.52'],
    ['reversal', null, '81692.52'],
  ])
  expect(now?.figures).toMatchObject({ outstandingPrincipal: '81692.52', dpd: '47' })
  // Before it was taken back, number 3 was paid and number 4 in part.
  const then = statementOf(terms, facts, asOf, 4)
  expect(then?.rows[2]).toMatchObject({ status: '已还清(逾期)', paidOffOn: '2025-07-20' })
  expect(then?.events.at(-1)?.allocations).toContainEqual({
    periodNo: 3,
    component: 'penalty',
    amount: '46.61',
  })
  expect(statementOf(terms, facts, dayOf('2025-03-14'), always)).toBeNull()
  expect(statementOf(terms, facts, asOf, 0)).toBeNull()
})

test('a plan that is replaced stands with the fact that replaced it', () => {
  const { facts } = history(e1)
    .payThrough(6)
    .on('2025-09-25', 'prepayment', { amount: 20_000_00, way: 'reduce', from: 'cash', feeRate: 0 })
  const {
    versions = [],
    voided = [],
    rows = [],
  } = statementOf(terms, facts, dayOf('2025-10-01'), always) ?? {}
  expect(versions).toEqual([
    { version: 1, factNo: 1, from: '2025-03-15' },
    { version: 2, factNo: 8, from: '2025-09-25' },
  ])
  expect(voided).toHaveLength(30)
  expect(rows.filter(({ kind }) => kind === 'prepayment')).toHaveLength(1)
})

test('the parts of every figure add up to it', () => {
  fc.assert(
    fc.property(lives, ({ terms: own, facts, asOf }) => {
      const { explanations } = explainLoan(own, facts, asOf)
      for (const { of, formula, inputs, result } of explanations) {
        if (!formula.startsWith('figure.')) continue
        const less = new Set(['paid', 'waived', 'out'].filter((name) => name in inputs))
        if (formula === 'figure.paid') less.clear()
        const sum = Object.entries(inputs).reduce(
          (all, [name, part]) => all + (less.has(name) ? -Number(part) : Number(part)),
          0,
        )
        expect([of, sum]).toEqual([of, result])
      }
    }),
    { numRuns: propertyRuns },
  )
})

test('what is paid of an instalment adds up by what settled it, and its penalty by days', () => {
  fc.assert(
    fc.property(lives, ({ terms: own, facts, asOf }) => {
      const { explanations } = explainLoan(own, facts, asOf)
      const { rows = [], voided = [] } = statementOf(own, facts, asOf, always) ?? {}
      const sum = (of: string) =>
        explanationsOf(explanations, of).reduce((all, { result }) => all + result, 0)
      const paid = new Map<string, number>()
      for (const { periodNo, kind, paid: parts } of [...rows, ...voided]) {
        const place = kind === 'balloon' || kind === 'prepayment' ? `${periodNo}.${kind}` : `${periodNo}`
        paid.set(place, (paid.get(place) ?? 0) + fenOf(parts.whole))
      }
      for (const [place, whole] of paid) expect([place, sum(`paid.${place}`)]).toEqual([place, whole])
    }),
    { numRuns: propertyRuns },
  )
})
