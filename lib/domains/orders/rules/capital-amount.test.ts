import fc from 'fast-check'
import { capitalAmount } from './capital-amount.ts'

test.each([
  ['0.00', '零元整'],
  ['0.01', '壹分'],
  ['0.10', '壹角整'],
  ['0.35', '叁角伍分'],
  ['1', '壹元整'],
  ['10.00', '壹拾元整'],
  ['101.00', '壹佰零壹元整'],
  ['1409.50', '壹仟肆佰零玖元伍角整'],
  ['6007.14', '陆仟零柒元壹角肆分'],
  ['1680.32', '壹仟陆佰捌拾元叁角贰分'],
  ['107000.53', '壹拾万柒仟元伍角叁分'],
  ['16409.02', '壹万陆仟肆佰零玖元零贰分'],
  ['325.04', '叁佰贰拾伍元零肆分'],
  ['86000.00', '捌万陆仟元整'],
  ['100000000.00', '壹亿元整'],
  ['100000001.00', '壹亿零壹元整'],
  ['1000100000.00', '壹拾亿零壹拾万元整'],
  ['10001000.00', '壹仟万壹仟元整'],
  ['-20.50', '负贰拾元伍角整'],
])('%s is %s', (amount, text) => {
  expect(capitalAmount(amount)).toBe(text)
})

test.each(['', '1.234', '1,000', 'x', '1e5'])('%s is no amount', (amount) => {
  expect(() => capitalAmount(amount)).toThrow(expect.objectContaining({ field: 'amount' }))
})

/** Reads capitals back by the value of each sign. */
function readBack(text: string): bigint {
  const digit = '零壹贰叁肆伍陆柒捌玖'
  const place: Record<string, bigint> = { 拾: 10n, 佰: 100n, 仟: 1000n }
  const group: Record<string, bigint> = { 万: 10_000n, 亿: 100_000_000n }
  let fen = 0n
  let total = 0n
  let part = 0n
  let last = 0n
  for (const sign of text.replace('万亿', '兆')) {
    if (digit.includes(sign)) last = BigInt(digit.indexOf(sign))
    else if (place[sign] !== undefined) {
      part += last * place[sign]
      last = 0n
    } else if (sign === '兆' || group[sign] !== undefined) {
      total += (part + last) * (group[sign] ?? 1_000_000_000_000n)
      part = 0n
      last = 0n
    } else if (sign === '元') {
      fen += (total + part + last) * 100n
      last = 0n
    } else if (sign === '角') {
      fen += last * 10n
      last = 0n
    } else if (sign === '分') fen += last
  }
  return fen
}

test('every amount is read back as itself, and has no two zeros in a row', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 999_999_999_999_999_999n }), (fen) => {
      const text = capitalAmount(`${fen / 100n}.${String(fen % 100n).padStart(2, '0')}`)
      expect(text).not.toMatch(/零零|零元.|零万|零亿/)
      expect(readBack(text)).toBe(fen)
    }),
  )
})
