import { customerFlows, spreadFee } from './cash-flows.ts'
import { aprCompound, aprSimple, monthlyIrr, xirr } from './irr.ts'
import { buildSchedule } from './schedule.ts'

describe('annualised cost of the examples', () => {
  test('E1 with fees, dated: XIRR 10.74 %', () => {
    const e1 = buildSchedule({
      principal: '86000.00',
      repayMethod: 'annuity',
      annualRate: '0.0720',
      term: 36,
      valueDate: '2025-03-15',
    })
    const flows = customerFlows(e1, { paymentTiming: 'arrears', feesAtStart: '3780.00' })
    expect(flows.slice(0, 2)).toEqual(['82220.00', '-2663.30'])
    expect(monthlyIrr(flows)).toBeCloseTo(0.00855529, 8)
    expect(xirr(['2025-03-15', ...e1.rows.map((row) => row.dueDate)], flows)).toBeCloseTo(0.1074, 4)
  })

  test('E4 flat: 9.40 % and 9.81 %, with a fee 11.42 % and 12.04 %', () => {
    const e4 = buildSchedule({
      principal: '80000.00',
      repayMethod: 'flat',
      flatRateMonth: '0.0042',
      term: 24,
      valueDate: '2025-03-15',
    })
    const plain = monthlyIrr(customerFlows(e4, { paymentTiming: 'arrears' }))
    expect(plain).toBeCloseTo(0.00783003, 8)
    expect([aprSimple(plain), aprCompound(plain)]).toEqual(['0.0940', '0.0981'])
    const withFee = monthlyIrr(customerFlows(e4, { paymentTiming: 'arrears', feesAtStart: '1600.00' }))
    expect([aprSimple(withFee), aprCompound(withFee)]).toEqual(['0.1142', '0.1204'])
  })

  test('E6 in advance: fee alone, deposit refunded, deposit set off', () => {
    const e6 = buildSchedule({
      principal: '120000.00',
      repayMethod: 'annuity',
      paymentTiming: 'advance',
      annualRate: '0.0840',
      term: 12,
      valueDate: '2025-03-15',
    })
    const costs = { paymentTiming: 'advance', feesAtStart: '2400.00' } as const
    const apr = (more: object) => aprSimple(monthlyIrr(customerFlows(e6, { ...costs, ...more })))
    expect(apr({})).toBe('0.1293')
    expect(apr({ deposit: '12000.00' })).toBe('0.1645')
    expect(apr({ deposit: '12000.00', depositUse: 'offset' })).toBe('0.1607')
    const offset = customerFlows(e6, { ...costs, deposit: '12000.00', depositUse: 'offset' })
    expect(offset.slice(-3)).toEqual(['-8776.22', '0.00', '0.00'])
  })

  test('E11 rate implicit in the lease', () => {
    const lease = buildSchedule({
      principal: '120000.00',
      repayMethod: 'balloon',
      balloonAmount: '20000.00',
      paymentTiming: 'advance',
      annualRate: '0.0840',
      term: 12,
      valueDate: '2025-03-15',
    })
    // Initial direct costs add to what the lessor lays out.
    const [start = '', ...rest] = customerFlows(lease, { paymentTiming: 'advance' })
    expect(monthlyIrr([(Number(start) + 1200).toFixed(2), ...rest])).toBeCloseTo(0.005445, 6)
  })
})

test('a fee smaller than its periods is spread while it lasts', () => {
  expect(spreadFee('0.20', 36).filter((part) => part !== '0.00')).toHaveLength(20)
  expect(spreadFee('0.00', 2)).toEqual(['0.00', '0.00'])
})
