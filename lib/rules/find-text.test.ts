import { isWorthFinding } from './find-text.ts'

test.each([
  ['', false],
  ['王', false],
  ['王 ', false],
  ['李白', true],
  ['𠮷田', true],
  ['𠮷', false],
  ['012', false],
  ['0123', true],
  ['K25', false],
  ['K250', true],
  ['1 2 3 4', true],
])('%j is worth finding: %s', (text, expected) => expect(isWorthFinding(text)).toBe(expected))
