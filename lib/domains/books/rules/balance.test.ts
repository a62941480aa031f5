import { balanceRow, balanceTotals, sidesOf } from './balance.ts'
import { hasEnded, lastDayOf } from './closing.ts'
import { isLayout } from './voucher-file.ts'

test('a balance stands on its side', () => {
  expect(sidesOf('12.30')).toEqual({ debit: '12.30', credit: '0.00' })
  expect(sidesOf('-12.30')).toEqual({ debit: '0.00', credit: '12.30' })
  expect(sidesOf('0.00')).toEqual({ debit: '0.00', credit: '0.00' })
})

test('opening and movement make the closing, on the other side where they pass nought', () => {
  const row = balanceRow({ code: '2203', opening: '-100.00', debit: '130.00', credit: '5.00' })
  expect(row).toMatchObject({ opening: { credit: '100.00' }, closing: { debit: '25.00', credit: '0.00' } })
})

test('the worked trial balance of domain.md 4.12 is 84,712.70 on both sides', () => {
  const debits = { '1531.01': '83852.70', '6421': '860.00' } as const
  const credits = {
    '1002': '72156.70',
    '2241.01': '8600.00',
    '2401': '2508.33',
    '2241.02': '860.00',
    '6011.01': '516.00',
    '6021': '71.67',
  } as const
  const rows = [
    ...Object.entries(debits).map(([code, debit]) => ({ code, opening: '0.00', debit, credit: '0.00' })),
    ...Object.entries(credits).map(([code, credit]) => ({ code, opening: '0.00', debit: '0.00', credit })),
    // Everything that stands off the books has no other side.
    { code: '7002', opening: '5000.00', debit: '0.00', credit: '0.00' },
  ].map((movement) => balanceRow(movement as Parameters<typeof balanceRow>[0]))
  expect(balanceTotals(rows)).toMatchObject({
    balanced: true,
    closing: { debit: '84712.70', credit: '84712.70' },
  })
  const odd = balanceRow({ code: '1002', opening: '0.01', debit: '0.00', credit: '0.00' })
  expect(balanceTotals([...rows, odd]).balanced).toBe(false)
})

test('a month has a last day, and has ended behind it', () => {
  expect([lastDayOf('2024-02'), lastDayOf('2025-02'), lastDayOf('2025-12')]).toEqual([
    '2024-02-29',
    '2025-02-28',
    '2025-12-31',
  ])
  expect([hasEnded('2025-02', '2025-02-28'), hasEnded('2025-02', '2025-03-01')]).toEqual([false, true])
})

test('a voucher file has each column once, and one at least', () => {
  const column = { field: 'debit', title: 'JF' } as const
  expect([isLayout([column]), isLayout([]), isLayout([column, column])]).toEqual([true, false, false])
})
