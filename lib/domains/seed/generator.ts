/**
 * Values of the demo data (domain.md 5.1): each is a pure function of (seed, table, field, row). There is no stream of
 * random numbers, so any row can be made alone, and again. 64-bit words are kept as two halves of 32 bits, because a
 * large seed draws tens of millions of values and BigInt would take minutes for them.
 */

/** The seed of the demo data and of the check values of domain.md 5.2. */
export const DEMO_SEED = 20250815n

export type Word = { hi: number; lo: number }

const GOLDEN: Word = { hi: 0x9e3779b9, lo: 0x7f4a7c15 }

export const wordOf = (value: bigint): Word => ({
  hi: Number((value >> 32n) & 0xffffffffn),
  lo: Number(value & 0xffffffffn),
})

/** The high half of the product of two 32-bit numbers, by 16-bit digits. */
function highProduct(a: number, b: number): number {
  const a0 = a & 0xffff
  const a1 = a >>> 16
  const b0 = b & 0xffff
  const b1 = b >>> 16
  const middle = a1 * b0 + ((a0 * b0) >>> 16)
  const other = a0 * b1 + (middle & 0xffff)
  return (a1 * b1 + Math.floor(middle / 0x10000) + Math.floor(other / 0x10000)) >>> 0
}

/** a · b mod 2^64. */
function times(a: Word, b: Word): Word {
  const cross = (Math.imul(a.hi, b.lo) + Math.imul(a.lo, b.hi)) >>> 0
  return { hi: (highProduct(a.lo, b.lo) + cross) >>> 0, lo: Math.imul(a.lo, b.lo) >>> 0 }
}

/** a + b mod 2^64. */
function plus(a: Word, b: Word): Word {
  const lo = a.lo + b.lo
  return { hi: (a.hi + b.hi + (lo > 0xffffffff ? 1 : 0)) >>> 0, lo: lo >>> 0 }
}

const xor = (a: Word, b: Word): Word => ({ hi: (a.hi ^ b.hi) >>> 0, lo: (a.lo ^ b.lo) >>> 0 })

/** z XOR (z >> bits), for 0 < bits < 32. */
const shifted = ({ hi, lo }: Word, bits: number): Word => ({
  hi: (hi ^ (hi >>> bits)) >>> 0,
  lo: (lo ^ ((lo >>> bits) | (hi << (32 - bits)))) >>> 0,
})

const FIRST: Word = { hi: 0xbf58476d, lo: 0x1ce4e5b9 }
const SECOND: Word = { hi: 0x94d049bb, lo: 0x133111eb }

/** The output step of SplitMix64. */
export function mix(z: Word): Word {
  const stepped = plus(z, GOLDEN)
  return shifted(times(shifted(times(shifted(stepped, 30), FIRST), 27), SECOND), 31)
}

/** FNV-1a, 64 bits, of the UTF-8 text. */
export function fnv(text: string): Word {
  const prime: Word = { hi: 0x100, lo: 0x1b3 }
  let hash: Word = { hi: 0xcbf29ce4, lo: 0x84222325 }
  for (const byte of new TextEncoder().encode(text)) hash = times(xor(hash, { hi: 0, lo: byte }), prime)
  return hash
}

/** Values of the fields of one table. */
export type Draw = {
  /** val(table, field, row) of domain.md 5.1. */
  word(field: string, row: number): Word
  /** That value modulo `n`, which is below 2^20. */
  mod(field: string, row: number, n: number): number
  /** True where that value modulo 100 is below `percent`. */
  chance(field: string, row: number, percent: number): boolean
  /** One of the items, all alike. */
  pick<T>(field: string, row: number, items: readonly T[]): T
  /** One of the items by their weights, whole numbers that add up to less than 2^20. */
  weighted<T>(field: string, row: number, items: readonly (readonly [T, number])[]): T
}

export function drawOf(table: string, seed = DEMO_SEED): Draw {
  const seedWord = wordOf(seed)
  const keys = new Map<string, Word>()
  const keyOf = (field: string): Word => {
    const known = keys.get(field)
    if (known) return known
    const key = mix(xor(seedWord, fnv(`${table}:${field}`)))
    keys.set(field, key)
    return key
  }
  const word = (field: string, row: number): Word =>
    mix(plus(keyOf(field), times({ hi: Math.floor(row / 0x1_0000_0000), lo: row >>> 0 }, GOLDEN)))
  const mod = (field: string, row: number, n: number): number => {
    const { hi, lo } = word(field, row)
    return ((hi % n) * (0x1_0000_0000 % n) + lo) % n
  }
  const at = <T>(items: readonly T[], index: number): T => {
    const item = items[index]
    if (item === undefined) throw new Error(`nothing to pick from for ${table}`)
    return item
  }
  return {
    word,
    mod,
    chance: (field, row, percent) => mod(field, row, 100) < percent,
    pick: (field, row, items) => at(items, mod(field, row, items.length)),
    weighted(field, row, items) {
      let rest = mod(
        field,
        row,
        items.reduce((total, [, weight]) => total + weight, 0),
      )
      for (const [item, weight] of items) {
        if (rest < weight) return item
        rest -= weight
      }
      return at(items, items.length - 1)[0]
    },
  }
}
