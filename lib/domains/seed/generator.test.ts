import { drawOf, fnv, mix, type Word, wordOf } from './generator.ts'

const hex = ({ hi, lo }: Word) =>
  [hi, lo]
    .map((half) => half.toString(16).padStart(8, '0'))
    .join('')
    .toUpperCase()
const value = ({ hi, lo }: Word) => (BigInt(hi) << 32n) | BigInt(lo)

describe('SplitMix64', () => {
  test('gives the published values from seed 0', () => {
    const golden = 0x9e3779b97f4a7c15n
    expect([0n, golden, (2n * golden) % 2n ** 64n].map((z) => hex(mix(wordOf(z))))).toEqual([
      'E220A8397B1DCDAF',
      '6E789E6AA1B965F4',
      '06C45D188009454F',
    ])
  })

  test('FNV-1a gives the published values', () => {
    expect([hex(fnv('')), hex(fnv('a')), hex(fnv('foobar'))]).toEqual([
      'CBF29CE484222325',
      'AF63DC4C8601EC8C',
      '85944171F73967E8',
    ])
  })
})

describe('a draw', () => {
  const mask = 2n ** 64n - 1n
  const mixed = (z: bigint) => value(mix(wordOf(z & mask)))
  const expected = (seed: bigint, name: string, row: bigint) =>
    mixed(mixed(seed ^ value(fnv(name))) + row * 0x9e3779b97f4a7c15n)

  test('is val(t, f, row) of domain.md 5.1, for rows beyond 32 bits too', () => {
    const draw = drawOf('customer', 7n)
    for (const row of [0, 1, 2, 199_999, 400_000_001, 2 ** 32 + 5]) {
      expect(value(draw.word('surname', row))).toBe(expected(7n, 'customer:surname', BigInt(row)))
      expect(draw.mod('surname', row, 14_610)).toBe(
        Number(expected(7n, 'customer:surname', BigInt(row)) % 14_610n),
      )
    }
  })

  test('spreads as its weights say', () => {
    const draw = drawOf('test')
    const rows = Array.from({ length: 20_000 }, (_, row) => row)
    const counts = { a: 0, b: 0, c: 0 }
    for (const row of rows)
      counts[
        draw.weighted('w', row, [
          ['a', 10],
          ['b', 30],
          ['c', 60],
        ] as const)
      ] += 1
    expect(counts.a / rows.length).toBeCloseTo(0.1, 1)
    expect(counts.b / rows.length).toBeCloseTo(0.3, 1)
    expect(counts.c / rows.length).toBeCloseTo(0.6, 1)
  })

  test('knows nothing of what was drawn before', () => {
    const one = drawOf('t')
    one.word('f', 1)
    expect(one.word('f', 9)).toEqual(drawOf('t').word('f', 9))
    expect(one.word('f', 9)).not.toEqual(drawOf('u').word('f', 9))
  })
})
