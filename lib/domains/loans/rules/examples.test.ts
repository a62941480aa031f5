import { type BookEntry, noBalances } from './books.ts'
import { dayOf, dayText } from './day.ts'
import { fenOf, moneyOf, ppmOf } from './exact.ts'
import { foldLoan, settlementQuote } from './fold.ts'
import type { LoanTerms } from './terms.ts'
import { e1, history, rowsOf, termsOf } from './testing.ts'

/** Every worked example of domain.md 4.5 to 4.12, to the cent. */

const terms = termsOf(e1)
const onDueDaysOnly: Partial<LoanTerms> = { accruesMonthly: false, provisions: null }
const request = { depositOffset: 0, waivedBreach: 0, waivedInterest: 0 }
const byPeriod = (fold: ReturnType<typeof foldLoan>, periodNo: number) => {
  const one = fold.instalments.find((each) => each.periodNo === periodNo && each.kind !== 'prepayment')
  if (!one) throw new Error(`there is no instalment ${periodNo}`)
  return one
}
const total = (entries: readonly BookEntry[], event: string) =>
  entries
    .filter((entry) => entry.event === event)
    .reduce((sum, { lines }) => sum + lines.reduce((debit, { fen }) => debit + Math.max(fen, 0), 0), 0)

describe('4.5 罚息', () => {
  const penalty = (paid: ReturnType<typeof history>, day: string, periodNo: number) =>
    moneyOf(byPeriod(foldLoan(terms, paid.facts, dayOf(day)), periodNo).penalty)

  test('is nothing inside the grace and counts from the first day beyond it', () => {
    const paid = history(e1).payThrough(1)
    expect(penalty(paid, '2025-05-17', 2)).toBe('0.00')
    expect(penalty(paid, '2025-05-18', 2)).toBe('0.00')
    expect(penalty(paid, '2025-05-27', 2)).toBe('15.98')
    const through2 = history(e1).payThrough(2)
    expect(penalty(through2, '2025-07-20', 3)).toBe('46.61')
    expect(penalty(through2, '2025-07-20', 4)).toBe('6.66')
  })

  test('a part payment closes a segment', () => {
    const paid = history(e1).payThrough(2).on('2025-06-20', 'fee', { amount: 100_00, periodNo: 3 })
    paid.pay('2025-07-20', '4000.00')
    const before = byPeriod(foldLoan(terms, paid.facts, dayOf('2025-07-31')), 4)
    expect(moneyOf(before.penalty - before.paidPenalty)).toBe('8.14')
    const after = byPeriod(foldLoan(terms, paid.facts, dayOf('2025-08-01')), 4)
    expect(moneyOf(after.penalty)).toBe('15.54')
    expect(moneyOf(after.penalty - after.paidPenalty)).toBe('8.88')
    expect(after.segments.map(({ base, penalty: cost }) => [base, cost])).toEqual([[266330, 666]])
  })

  test('the day snapshot of 2025-07-31 and the account of 2025-09-25', () => {
    const paid = history(e1, { deposit: 8600_00 })
      .payThrough(1)
      .pay('2025-05-27', '2679.28')
      .on('2025-06-20', 'fee', { amount: 100_00, periodNo: 3 })
      .pay('2025-07-20', '4000.00')
    const july = foldLoan(terms, paid.facts, dayOf('2025-07-31'))
    expect(july).toMatchObject({ dpd: 16, bucket: 'M1', fiveClass: '关注', overdueAmount: 1479_87 })
    expect(july).toMatchObject({ outstandingPrincipal: 78813_07, penaltyDue: 8_14, status: '逾期' })
    expect(byPeriod(july, 3)).toMatchObject({
      overdueDays: 35,
      status: '已还清(逾期)',
      paidOff: dayOf('2025-07-20'),
    })
    paid.pay('2025-08-01', '1488.75').payThrough(6, 5)
    const september = foldLoan(terms, paid.facts, dayOf('2025-09-25'))
    expect(september).toMatchObject({
      outstandingPrincipal: 72921_40,
      accruedInterest: 145_84,
      overdueAmount: 0,
      penaltyDue: 0,
      prepaid: 0,
      deposit: 8600_00,
      dpd: 0,
      bucket: 'M0',
      fiveClass: '正常',
      maxDpd: 35,
      overdueTimes: 3,
      status: '还款中',
      nextAmount: 2663_30,
    })
    expect(dayText(september.nextDue ?? 0)).toBe('2025-10-15')
  })
})

describe('4.9 冲账', () => {
  const due = (change: Partial<LoanTerms['allocation']>, amount: string) => {
    const paid = history(e1)
      .payThrough(2)
      .on('2025-06-20', 'fee', { amount: 100_00, periodNo: 3 })
      .pay('2025-07-20', amount)
    const allocation = { ...terms.allocation, ...change }
    const fold = foldLoan({ ...terms, allocation }, paid.facts, dayOf('2025-07-20'))
    return fold.allocations
      .filter(({ day }) => day === dayOf('2025-07-20'))
      .map(({ periodNo, component, amount: fen }) => `${periodNo} ${component} ${moneyOf(fen)}`)
  }

  test('by instalment', () => {
    expect(due({}, '4000.00')).toEqual([
      '3 fee 100.00',
      '3 penalty 46.61',
      '3 interest 490.16',
      '3 principal 2173.14',
      '4 penalty 6.66',
      '4 interest 477.12',
      '4 principal 706.31',
    ])
    expect(due({}, '1000.00')).toEqual([
      '3 fee 100.00',
      '3 penalty 46.61',
      '3 interest 490.16',
      '3 principal 363.23',
    ])
  })

  test('by component, and 先本后息', () => {
    expect(due({ mode: 'component' }, '1000.00')).toEqual([
      '3 fee 100.00',
      '3 penalty 46.61',
      '4 penalty 6.66',
      '3 interest 490.16',
      '4 interest 356.57',
    ])
    const order = ['principal', 'interest', 'penalty', 'fee'] as const
    expect(due({ mode: 'component', order }, '1000.00')).toEqual(['3 principal 1000.00'])
  })
})

describe('4.9 提前结清, 4.11', () => {
  const paid = history(e1, { deposit: 8600_00, keptService: 2580_00, rebate: 860_00 }).payThrough(6)
  const on = dayOf('2025-09-25')

  test('the quote of E1', () => {
    expect(settlementQuote(terms, paid.facts, on)).toMatchObject({
      principal: 72921_40,
      interest: 145_84,
      breach: 2187_64,
      payable: 75254_88,
      isAllowed: true,
    })
    expect(settlementQuote(terms, paid.facts, on, { ...request, depositOffset: 8600_00 }).payable).toBe(
      66654_88,
    )
    const inFull = { ...terms, early: { ...terms.early, interest: 'full_period' as const } }
    expect(settlementQuote(inFull, paid.facts, on)).toMatchObject({ interest: 437_53, payable: 75546_57 })
  })

  test('等本等息 by the rule of 78', () => {
    const e4 = {
      ...e1,
      principal: '80000.00',
      repayMethod: 'flat' as const,
      term: 24,
      flatRateMonth: '0.0042',
    }
    const flat = termsOf(e4)
    const facts = history(e4).payThrough(12).facts
    const day = dayOf('2026-03-15')
    const left = 4032_00
    const by78 = { ...flat, early: { ...flat.early, flat: 'rule_of_78' as const } }
    expect(settlementQuote(by78, facts, day)).toMatchObject({ interest: left - 2096_64 })
    expect(settlementQuote(flat, facts, day).interest).toBe(0)
    expect(settlementQuote(flat, facts, day + 1).interest).toBe(336_00)
  })

  test('服务费退还 by periods: on a due day 6 are used, a day later 7', () => {
    const refund = (share: string, day: string) =>
      settlementQuote(
        { ...terms, early: { ...terms.early, feeRefund: { kind: 'by_period', share: ppmOf(share) } } },
        paid.facts,
        dayOf(day),
      ).feeRefund
    expect(refund('1', '2025-09-15')).toBe(2150_00)
    expect(refund('0.5', '2025-09-15')).toBe(1075_00)
    expect(refund('1', '2025-09-16')).toBe(2078_33)
    const full = { ...terms, early: { ...terms.early, feeRefund: { kind: 'full' as const } } }
    expect(settlementQuote(full, paid.facts, dayOf('2025-04-14')).feeRefund).toBe(2580_00)
    expect(settlementQuote(full, paid.facts, dayOf('2025-04-15')).feeRefund).toBe(0)
  })

  test('the settlement itself: the loan is over, its books are at nothing, the refund is out of what fees had not earned', () => {
    const refunding = {
      ...terms,
      early: { ...terms.early, feeRefund: { kind: 'by_period' as const, share: 1_000_000 } },
    }
    const day = '2025-09-15'
    const quote = settlementQuote(refunding, paid.facts, dayOf(day), { ...request, depositOffset: 8600_00 })
    const facts = history(e1, { deposit: 8600_00, keptService: 2580_00, rebate: 860_00 })
      .payThrough(6)
      .on(day, 'settlement', {
        amount: quote.payable,
        depositOffset: 8600_00,
        waivedBreach: 0,
        waivedInterest: 0,
        bySale: false,
      }).facts
    const fold = foldLoan(refunding, facts, dayOf('2025-12-31'))
    expect(fold).toMatchObject({
      status: '提前结清',
      outstandingPrincipal: 0,
      prepaid: 0,
      deposit: 0,
      dpd: 0,
    })
    expect(fold.notes).toEqual([])
    for (const account of ['1531.01', '1132', '1122.01', '2401', '2203', '2241.01', '1534'] as const)
      expect([account, fold.accounts[account]]).toEqual([account, 0])
    // 6 of 36 periods used: 30/36 of the rebate come back.
    expect(fold.accounts['6421']).toBe(860_00 - 716_67)
    expect(fold.accounts['6021']).toBe(-(2580_00 - 2150_00))
    expect(byPeriod(fold, 7).status).toBe('提前已还')
  })

  test('one that is short is a receipt as any other', () => {
    const facts = history(e1).payThrough(6).on('2025-09-25', 'settlement', {
      amount: 75254_87,
      depositOffset: 0,
      waivedBreach: 0,
      waivedInterest: 0,
      bySale: false,
    }).facts
    const fold = foldLoan(terms, facts, on)
    expect(fold).toMatchObject({ status: '还款中', prepaid: 75254_87, outstandingPrincipal: 72921_40 })
    expect(fold.notes).toEqual([{ code: 'settlementShort', fact: facts.at(-1)?.id, amount: 1 }])
  })
})

describe('4.10 部分提前还款', () => {
  const prepaid = (day: string, way: 'reduce' | 'shorten') => {
    const { facts } = history(e1)
      .payThrough(6)
      .on(day, 'prepayment', { amount: 20000_00, way, from: 'cash', feeRate: 0 })
    const fold = foldLoan(terms, facts, dayOf(day))
    const left = fold.instalments.filter(({ due }) => due > dayOf(day))
    const [first] = left
    const last = left.at(-1)
    if (!first || !last) throw new Error('a plan has rows')
    return {
      fold,
      left,
      figures: [
        left.length,
        moneyOf(first.principal + first.interest),
        moneyOf(last.principal + last.interest),
        moneyOf(left.reduce((sum, { interest }) => sum + interest, 0)),
      ],
    }
  }

  test('on a due day: 减额 and 缩期', () => {
    expect(prepaid('2025-09-15', 'reduce').figures).toEqual([30, '1932.84', '1932.98', '5063.94'])
    expect(prepaid('2025-09-15', 'shorten').figures).toEqual([22, '2663.30', '592.63', '3600.53'])
    expect(prepaid('2025-09-15', 'reduce').fold).toMatchObject({ version: 2, outstandingPrincipal: 52921_40 })
    expect(prepaid('2025-09-15', 'reduce').fold.voided).toHaveLength(30)
  })

  test('on another day what is accrued comes first', () => {
    const { fold, left, figures } = prepaid('2025-09-25', 'reduce')
    expect(figures.slice(0, 3)).toEqual([30, '1934.32', '1934.26'])
    expect(left.slice(0, 2).map(({ principal, interest }) => [principal, interest])).toEqual([
      [1722_05, 212_27],
      [1626_25, 308_07],
    ])
    expect(fold.outstandingPrincipal).toBe(53067_24)
    expect(fold.instalments.find(({ kind }) => kind === 'prepayment')).toMatchObject({
      paidInterest: 145_84,
      paidPrincipal: 19854_16,
    })
  })
})

describe('4.6 联合贷 and 助贷', () => {
  test('row 3 of E1 at 70 %', () => {
    const joint = { ...terms, funder: { kind: 'joint' as const, share: 700_000 } }
    const rows = rowsOf(e1).map((row) => ({ ...row, funderPrincipal: 0, funderInterest: 0 }))
    let left = 60200_00
    const shared = rows.map((row, k) => {
      const part = k === rows.length - 1 ? left : Math.round(row.principal * 0.7)
      left -= part
      return { ...row, funderPrincipal: part, funderInterest: Math.round((row.interest * 7) / 10) }
    })
    const { facts } = history(e1, { ownPrincipal: 25800_00 }, shared).payThrough(3)
    const fold = foldLoan(joint, facts, dayOf('2025-06-15'))
    const e07 = fold.entries.filter(({ event, day }) => event === 'E07' && day === dayOf('2025-06-15'))
    expect(e07[0]?.lines).toEqual([
      { account: '1002', fen: 2663_30 },
      { account: '1132', fen: -147_05 },
      { account: '1531.01', fen: -651_94 },
      { account: '2241.04', fen: -(1521_20 + 343_11) },
    ])
  })

  test('the service fee of an assisted loan is what the customer pays above the funder', () => {
    const funders = rowsOf({ ...e1, annualRate: '0.0520' })
    const rows = rowsOf(e1).map((row, k) => ({
      ...row,
      funderPrincipal: funders[k]?.principal ?? 0,
      funderInterest: funders[k]?.interest ?? 0,
    }))
    const assisted = { ...terms, funder: { kind: 'assisted' as const, annualRate: 52_000 } }
    const { facts } = history(e1, { ownPrincipal: 0 }, rows).payThrough(36)
    const fold = foldLoan(assisted, facts, dayOf('2028-03-15'))
    const fees = fold.entries.filter(({ event }) => event === 'E19').map(({ lines }) => lines[0]?.fen)
    expect([fees[0], fees.at(-1), fold.accounts['6021']]).toEqual([78_07, 78_26, -2810_71])
    expect(fold.accounts).toMatchObject({ '1531.01': 0, '1132': 0, '7002': 0, '2241.04': -95878_86 })
    expect(fold.status).toBe('正常结清')
  })
})

describe('4.12 总账', () => {
  test('E1 with its first instalment', () => {
    const amounts = {
      upfrontService: 2580_00,
      feesReceived: 2580_00,
      deposit: 8600_00,
      rebate: 860_00,
    }
    const { facts } = history(e1, amounts).payThrough(1)
    const fold = foldLoan(termsOf(e1, onDueDaysOnly), facts, dayOf('2025-04-15'))
    const events = ['E01', 'E02', 'E03', 'E04', 'E05', 'E07', 'E08'] as const
    expect(events.map((event) => moneyOf(total(fold.entries, event)))).toEqual([
      '2580.00',
      '8600.00',
      '86000.00',
      '860.00',
      '516.00',
      '2663.30',
      '71.67',
    ])
    expect(fold.accounts).toEqual({
      ...noBalances(),
      '1531.01': fenOf('83852.70'),
      '6421': 860_00,
      // Everything that came before the release stands in 2241.05, where E00 put it.
      '1002': -(86000_00 - 2663_30),
      '2241.05': 2580_00 + 8600_00,
      '2241.01': -8600_00,
      '2401': -2508_33,
      '2241.02': -860_00,
      '6011.01': -516_00,
      '6021': -71_67,
    })
  })

  test('month ends book the same interest in two parts', () => {
    const { facts } = history(e1).payThrough(1)
    const fold = foldLoan(terms, facts, dayOf('2025-04-15'))
    expect(fold.entries.filter(({ event }) => event === 'E05').map(({ lines }) => lines[0]?.fen)).toEqual([
      275_20,
      516_00 - 275_20,
    ])
    expect(fold.accounts['1132']).toBe(0)
  })
})
