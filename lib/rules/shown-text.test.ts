import { csvOf, csvQuoted, csvText } from './csv.ts'
import { plainLine, shownText } from './shown-text.ts'

test('signs that turn the direction are not shown, and lines stay lines', () => {
  expect(shownText('\u202e行银\u2066示\u2069\n例\u200d')).toBe('行银示\n例\u200d')
})

test('in a file a text is one line of one row', () => {
  expect(plainLine('示例\r\n银行\u2028\u202e行\u0000支\t行')).toBe('示例 银行 行 支 行')
  const stored = '示例\n银行\u202e'
  expect(csvOf([[csvText(stored)]])).toBe('\uFEFF示例 银行\r\n')
  expect(csvQuoted([[stored]])).toBe('\uFEFF"示例 银行"\r\n')
})
