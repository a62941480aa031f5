import { dayOf } from './day.ts'
import { fenOf } from './exact.ts'
import { foldLoan } from './fold.ts'
import { repaymentsOf, sourceOf } from './repayment.ts'
import { e1, type History, history, termsOf } from './testing.ts'

/** 还款记录 says of money that came in what the fold says, whatever came later. */

const rowsOf = ({ facts }: History, day: string) =>
  repaymentsOf(foldLoan(termsOf(e1), facts, dayOf(day)), facts).map(({ columns }) => columns)

test('a receipt is divided as it is allocated, and what nothing is due of waits', () => {
  const loan = history(e1)
    .payThrough(2)
    .on('2025-06-20', 'fee', { amount: fenOf('100'), periodNo: 3 })
  loan.pay('2025-07-20', '4000.00').pay('2025-07-20', '2000.00')
  expect(rowsOf(loan, '2025-07-20').slice(2)).toEqual([
    {
      kind: '逾期',
      principal: '2879.45',
      interest: '967.28',
      penalty: '53.27',
      fee: '100.00',
      unapplied: '0.00',
      state: '成功',
      reversedBy: null,
    },
    {
      kind: '逾期',
      principal: '1479.87',
      interest: '0.00',
      penalty: '0.00',
      fee: '0.00',
      unapplied: '520.13',
      state: '成功',
      reversedBy: null,
    },
  ])
})

test('one that is reversed paid nothing, and a later one takes its place', () => {
  const loan = history(e1).payThrough(1).pay('2025-05-15', '2663.30').pay('2025-05-20', '2663.30')
  expect(rowsOf(loan, '2025-05-20')[2]).toMatchObject({ kind: '正常', unapplied: '2663.30' })
  loan.on('2025-05-20', 'reversal', { of: 3 })
  const [, first, second] = rowsOf(loan, '2025-05-20')
  expect(first).toMatchObject({ state: '已冲正', reversedBy: 5, principal: '0.00', unapplied: '0.00' })
  expect(second).toMatchObject({
    kind: '逾期',
    state: '成功',
    interest: '503.12',
    penalty: '6.66',
    principal: '2153.52',
  })
})

test('money of a guarantor, of a loan that was written off, of a prepayment: each is called as it is', () => {
  const loan = history(e1)
    .payThrough(6)
    .on('2025-09-15', 'prepayment', { amount: fenOf('20000'), way: 'reduce', from: 'cash', feeRate: 0 })
    .on('2025-09-20', 'compensation', { move: 'paid', amount: fenOf('500') })
    .on('2025-09-21', 'compensation', { move: 'recovered', amount: fenOf('300') })
    .on('2025-12-01', 'write_off', {})
    .pay('2025-12-02', '700.00')
    .on('2025-12-03', 'recovery', { amount: fenOf('50') })
  const rows = rowsOf(loan, '2025-12-31').slice(6)
  expect(rows.map(({ kind, principal, unapplied }) => [kind, principal, unapplied])).toEqual([
    ['部分提前', '20000.00', '0.00'],
    ['代偿追回', '0.00', '0.00'],
    ['核销后收回', '0.00', '0.00'],
    ['核销后收回', '0.00', '0.00'],
  ])
})

test('a fact that does not say where its money came from came by a transfer, under the number of its event', () => {
  const loan = history(e1).pay('2025-04-15', '1.00')
  const [one] = repaymentsOf(foldLoan(termsOf(e1), loan.facts, dayOf('2025-04-15')), loan.facts)
  expect(one && sourceOf(one.fact)).toMatchObject({ channel: 'transfer', thirdNo: 'event 2' })
})
