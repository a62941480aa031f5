import { type AskingLoan, type Document, matchFlow, matchFlows, type SaidFlow } from './match-flow.ts'

const flow = (more: Partial<SaidFlow> = {}): SaidFlow => ({
  flowNo: 'F1',
  direction: '收',
  amount: '2663.30',
  bizDay: '2026-07-20',
  counterparty: '李建国',
  counterAccount: '9999990000000000121',
  summary: '',
  ...more,
})
let last = 0
const receipt = (more: Partial<Document> = {}): Document => ({
  kind: 'fact',
  id: ++last,
  direction: '收',
  amount: '2663.30',
  day: '2026-07-20',
  name: '李建国',
  account: '',
  numbers: [],
  loanId: 1,
  loanNo: 'L20260315000001',
  orderId: 1,
  title: 'L20260315000001',
  bizKind: '还款',
  ...more,
})
const loan = (more: Partial<AskingLoan> = {}): AskingLoan => ({
  loanId: 1,
  loanNo: 'L20260315000001',
  orderId: 1,
  name: '李建国',
  accounts: ['9999990000000000121'],
  sums: ['2663.30'],
  ...more,
})

test('the number of the bank counts before all else', () => {
  const [named, numbered] = [receipt(), receipt({ name: '张三', numbers: ['F1'] })]
  expect(matchFlow(flow(), [named, numbered], [])).toEqual({ rule: 'number', document: numbered })
})

test('a loan in the summary, then a name with the amount, then the tail of a card with the amount', () => {
  const noted = flow({ summary: '还款 L20260315000001', counterparty: '王五', amount: '1.00' })
  expect(matchFlow(noted, [], [loan()])).toMatchObject({ rule: 'loanNo', loan: { loanId: 1 } })
  expect(matchFlow(flow(), [], [loan()])).toMatchObject({ rule: 'name', loan: { loanId: 1 } })
  const byCard = flow({ counterparty: '配偶' })
  expect(matchFlow(byCard, [], [loan()])).toMatchObject({ rule: 'card', loan: { loanId: 1 } })
  expect(matchFlow(flow({ amount: '2663.31' }), [], [loan()])).toBeNull()
})

test('a longer number that begins with that of a loan is another one', () => {
  const noted = flow({ summary: 'L202603150000012', counterparty: '', counterAccount: '' })
  expect(matchFlow(noted, [], [loan()])).toBeNull()
})

test('a receipt that stands there is not booked a second time', () => {
  const there = receipt({ name: '配偶' })
  expect(matchFlow(flow(), [there], [loan()])).toEqual({ rule: 'name', document: there })
})

test('of several nobody chooses but a person', () => {
  expect(matchFlow(flow(), [receipt(), receipt({ loanId: 2 })], [])).toEqual({ rule: 'name', several: 2 })
  expect(matchFlow(flow(), [], [loan(), loan({ loanId: 2 })])).toEqual({ rule: 'name', several: 2 })
})

test('what went out is no receipt, and what is long ago or of another sum is no document', () => {
  expect(matchFlow(flow({ direction: '付' }), [receipt()], [loan()])).toBeNull()
  expect(matchFlow(flow(), [receipt({ day: '2026-07-01' })], [])).toBeNull()
  expect(matchFlow(flow(), [receipt({ amount: '2663.31' })], [])).toBeNull()
})

test('of many flows no two stand for the same thing', () => {
  const decided = matchFlows([flow(), flow({ flowNo: 'F2' }), flow({ flowNo: 'F3' })], [receipt()], [loan()])
  expect(decided.map(({ decision }) => decision && Object.keys(decision)[1])).toEqual([
    'document',
    'loan',
    null,
  ])
})
