import { type ChangeLine, groupedLines } from './pending-change.ts'

const line = (field: ChangeLine['field'], value: string, kind: ChangeLine['kind'] = 'text'): ChangeLine => ({
  field,
  kind,
  value,
})
const fieldsOf = (lines: readonly ChangeLine[]) => lines.map(({ field }) => field)

test('a payment is read as how much, from whom and to whom, and every line stands once', () => {
  const lines = [
    line('orderNo', 'A1'),
    line('approved', '80000.00', 'money'),
    line('amount', '76590.00', 'money'),
    line('payeeName', '示例车行'),
    line('payeeAccount', '6200', 'number'),
    line('payerAccount', '3100', 'number'),
    line('capitalName', '示例银行'),
  ]
  const { moving, beside, parties, rest } = groupedLines({ lines, amount: '76590.00' })
  expect(moving?.field).toBe('amount')
  expect(fieldsOf(beside)).toEqual(['approved', 'capitalName'])
  expect(parties.map(({ party, lines: own }) => [party, fieldsOf(own)])).toEqual([
    ['payer', ['payerAccount']],
    ['payee', ['payeeName', 'payeeAccount']],
  ])
  expect(fieldsOf(rest)).toEqual(['orderNo'])
})

test('what moves no money keeps its lines together', () => {
  const lines = [line('shop', '示例门店'), line('accountNo', '6200', 'number')]
  expect(groupedLines({ lines, amount: null })).toEqual({
    moving: undefined,
    beside: [],
    parties: [],
    rest: lines,
  })
})
