import { type OfferTerms, offerOf } from './offer.ts'

const e1: OfferTerms = {
  principal: '86000.00',
  repayMethod: 'annuity',
  term: 36,
  rate: '0.0720',
  valueDate: '2025-03-15',
  paymentTiming: 'arrears',
  feesAtStart: '0.00',
  instalmentFee: '0.00',
}

test('an offer costs what its contract would say, by months and by dates', () => {
  expect(offerOf(e1)).toMatchObject({ simple: '0.0720', fees: '0.00' })
  const withFees = offerOf({ ...e1, feesAtStart: '3780.00' })
  expect(withFees).toMatchObject({ simple: '0.1027', compound: '0.1076', byDates: '0.1074' })
  expect(withFees.schedule.instalment).toBe('2663.30')
})

test('等本等息 is by its rate of a month, and a fee of each rent is part of what it costs', () => {
  const flat = offerOf({ ...e1, repayMethod: 'flat', rate: '0.006', instalmentFee: '10.00' })
  expect(flat.fees).toBe('360.00')
  expect(Number(flat.simple)).toBeGreaterThan(0.12)
})

test('what is wrong says where', () => {
  expect(() => offerOf({ ...e1, term: 0 })).toThrow(expect.objectContaining({ field: 'term' }))
})
