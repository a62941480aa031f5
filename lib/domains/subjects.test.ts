import type { Endpoint } from '../platform/contract/endpoint.ts'
import { type AuditAction, contracts, type Subject } from './endpoints.ts'

const calls = Object.entries(contracts).flatMap(([domain, each]) =>
  Object.entries<Endpoint>(each).map(([name, call]) => ({ name: `${domain}.${name}`, ...call })),
)
const written = new Set(calls.flatMap(({ writes }) => writes?.on ?? []))

test.each(calls.filter(({ of }) => of))('$name is of what some call writes on', ({ of = [] }) => {
  expect(of.filter((subject) => !written.has(subject))).toEqual([])
})

test('subjects and audit actions are those of the contracts, not any text', () => {
  const subject: Subject = 'blacklist'
  const action: AuditAction = 'blacklist.stop'
  // @ts-expect-error No call writes on one.
  const none: Subject = 'comet'
  // @ts-expect-error No call does it.
  const nothing: AuditAction = 'blacklist.fly'
  const isDone = (one: AuditAction) =>
    calls.some(({ writes }) => writes && 'action' in writes && [writes.action].flat().includes(one))
  expect([action, nothing].map(isDone)).toEqual([true, false])
  expect([subject, none].map((one) => written.has(one))).toEqual([true, false])
})
