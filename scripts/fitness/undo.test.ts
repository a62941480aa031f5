import { contracts } from '../../lib/domains/endpoints.ts'
import type { Endpoint } from '../../lib/platform/contract/endpoint.ts'
import { isTest, readSources, source } from './source-tree.ts'

/** Money, approvals and reviews are never taken back by a press: what was decided stands until it is decided anew. */
const never =
  /loan|release|repay|settle|payment|deduct|ledger|book|balance|fund|fee|account|capital|card|review|approval|risk|change|opening|contractBatch|order/i

type Undo = { file: string; verb: string; back: string }

const files = readSources().filter(({ path }) => !isTest(path) && /^(app|components)\//.test(path))

/** Each verb that names another one which takes it back, by the calls of both. */
function undosOf({ path, text }: { path: string; text: string }): Undo[] {
  const heads = [...text.matchAll(/(\w+)(?::| =) verb\((\w+\.\w+), \{/g)]
  const callOf = new Map(heads.map(([, name, call]) => [name, call]))
  return heads.flatMap(({ 2: call = '', index }, at) => {
    const body = text.slice(index, heads[at + 1]?.index)
    const name = body.match(/\bundo: '(\w+)'/)?.[1]
    return name ? [{ file: path, verb: call, back: callOf.get(name) ?? '' }] : []
  })
}
const undos = files.flatMap(undosOf)

const endpointOf = (call: string): Endpoint | undefined => {
  const [domain = '', name = ''] = call.split('.')
  return (contracts as unknown as Record<string, Record<string, Endpoint>>)[domain]?.[name]
}

test('every undo in the sources is found here', () => {
  const named = files.reduce((sum, { text }) => sum + [...text.matchAll(/^ +undo: '/gm)].length, 0)
  expect(undos.length).toBe(named)
  expect(undos.length).toBeGreaterThan(0)
})

test.each(undos)('$verb is taken back by $back', ({ verb, back }) => {
  const [done, undone] = [endpointOf(verb), endpointOf(back)]
  if (!done?.writes || !undone?.writes) throw new Error('both are writes of the contract')
  // The same people, the same record, and each leaves an audit row of its own.
  expect(undone.access).toEqual(done.access)
  expect(undone.writes.on).toBe(done.writes.on)
  expect(undone.writes).toHaveProperty('action')
  expect(done.writes.on).not.toMatch(never)
})

test('an undo that names no verb beside it is found', () => {
  const wrong = source('a.ts', "const stop = verb(couriers.stop, {\n  undo: 'start',\n})")
  expect(undosOf(wrong)).toEqual([{ file: 'a.ts', verb: 'couriers.stop', back: '' }])
})
