import { refundFindings } from '../domains/first-payments/rules/first-payment.ts'
import { coversPrincipal } from '../domains/materials/rules/policy.ts'
import { approvalIssues } from '../domains/orders/rules/risk-approval.ts'
import { feeFindings, residualFindings } from '../domains/products/rules/product-tables.ts'
import { decideScene } from '../domains/risk/rules/risk-scene.ts'

/** Whatever stands in a field is judged: with blanks around it it is its amount, and otherwise it is refused. */
const typed = [
  '',
  ' ',
  '12 ',
  '\u3000800\t',
  ' 0.5',
  '1e5',
  '-5000',
  '8o000',
  '100.',
  '１２',
  '1,000',
  '\u200b7',
  '0.1.2',
]

const fee = {
  code: 'SVC',
  name: '服务费',
  basis: '融资额',
  rate: '0.03',
  amount: '',
  minAmount: '1',
  maxAmount: '2',
  taxRate: '',
  effectiveFrom: '2030-01-01',
}
const refund = { kind: 'back', payeeName: '甲', payeeAccount: '1', payeeBank: '乙', reason: '丙' } as const
const residual = { brand: '', series: '', ageMonths: '12', ratio: '0.5' }
const rule = {
  code: 'R1',
  name: '甲',
  fact: 'dti',
  compare: 'gt',
  outcome: 'reject',
  points: 10,
} as const

test.each(typed)('%j is judged and never compared as it stands', (text) => {
  for (const field of ['rate', 'minAmount', 'maxAmount', 'taxRate'])
    feeFindings({ ...fee, [field]: text }, '2026-01-01')
  residualFindings({ ...residual, ratio: text }, [{ ...residual, ageMonths: 24 }])
  approvalIssues(
    { approvedAmount: text, approvedTerm: 12, conditions: [] },
    { appliedAmount: '100', terms: [12] },
  )
  coversPrincipal({ insType: '2', sumInsured: text }, '100')
  refundFindings({ ...refund, amount: text }, { refundable: '100', received: '100' })
  if (/^\s*[\d.]*\d\s*$/.test(text) && !/\..*\./.test(text))
    decideScene({ rules: [{ ...rule, value: [text] }], passFrom: 0, rejectBelow: 0 }, { dti: '0.5' } as never)
})

test('blanks around an amount are no part of it', () => {
  expect(feeFindings({ ...fee, rate: ' 0.5 ', minAmount: '9 ' }, '2026-01-01')).toEqual({
    minAmount: 'product.rule.aboveTotal',
  })
  expect(residualFindings({ ...residual, ratio: ' 1.5 ' }, [])).toEqual({ ratio: 'product.rule.share' })
})
