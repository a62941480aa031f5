import type { Endpoint } from './endpoint.ts'
import { contracts, type Subject } from './index.ts'

const calls = Object.entries(contracts).flatMap(([domain, each]) =>
  Object.entries<Endpoint>(each).map(([name, call]) => ({ name: `${domain}.${name}`, ...call })),
)
const written = new Set(calls.flatMap(({ writes }) => writes?.on ?? []))

test.each(calls.filter(({ of }) => of))('$name is of what some call writes on', ({ of = [] }) => {
  expect(of.filter((subject) => !written.has(subject))).toEqual([])
})

test('a subject is one of the contracts, not any text', () => {
  const subject: Subject = 'blacklist'
  // @ts-expect-error No call writes on one.
  const none: Subject = 'comet'
  expect([subject, none].map((one) => written.has(one))).toEqual([true, false])
})
