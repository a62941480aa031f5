import type { z } from 'zod'

/** An input that a contract takes, found by trying; used by tests alone. */

const candidates: readonly unknown[] = [
  '1',
  'true',
  '2026-01-05',
  '2026-01',
  '0123456789abcdef0123456789abcdef',
  'aaaaaaaaaaaaaaaaaaaa',
  '12345678901234567',
  '13800138000',
  '#123456',
  'a:asc',
  '/x',
  'https://a.example/',
  '100.00',
  '一二三四五',
  '王五',
  'abc',
  'customer.name',
  'a'.repeat(64),
  '2099-01-05 10:00',
  '2099-01-05 10:00:00',
  '2099-01-05T10:00:00.000Z',
  // Facts of a loan, one of each list of kinds.
  { kind: 'fee', amount: '1.00', periodNo: 1 },
  { kind: 'overpayment', amount: '1.00' },
  { kind: 'receipt', amount: '1.00' },
  { kind: 'write_off' },
  { kind: 'receipt', amount: '1.00' },
  {},
  [],
  [1],
  [{}],
  ['110000', '110100'],
  'customer',
  'account:1',
  // A region, a share of a rate, a company.
  '110100',
  '0.0100',
  '91350100M000100Y43',
  // A place in the archive.
  '一库-03-2-08',
  1,
  true,
]

/**
 * The smallest input that a schema takes: it is asked what is missing, one thing after another.
 * @returns undefined where trying does not lead there
 */
export function sampleInput(schema: z.ZodType): Record<string, unknown> | undefined {
  const input: Record<string, unknown> = {}
  for (let tries = 0; tries < 80; tries++) {
    const parsed = schema.safeParse(input)
    if (parsed.success) return input
    const issue = parsed.error.issues.find(({ path }) => path.length > 0)
    if (!issue) return undefined
    const own = issue.code === 'invalid_value' ? [...issue.values, ...issue.values.map(String)] : []
    if (![...own, ...candidates].some((value) => mends(schema, input, issue.path, value))) return undefined
  }
  return undefined
}

/** Puts a value in its place; keeps it when the schema says nothing more about that place. */
function mends(schema: z.ZodType, input: object, path: readonly PropertyKey[], value: unknown): boolean {
  let at = input as Record<PropertyKey, unknown>
  for (const key of path.slice(0, -1)) at = at[key] as Record<PropertyKey, unknown>
  const last = path.at(-1) ?? ''
  const before = at[last]
  at[last] = typeof value === 'object' ? structuredClone(value) : value
  const parsed = schema.safeParse(input)
  const name = path.join()
  // An object with fields has to be right as a whole; an empty one is filled by and by.
  const isWhole =
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
  const isOfIt = (at: string) => at === name || (isWhole && at.startsWith(`${name},`))
  if (parsed.success || !parsed.error.issues.some((issue) => isOfIt(issue.path.join()))) return true
  at[last] = before
  return false
}
