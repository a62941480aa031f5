import { dictionaries } from '../../configuration/rules/dictionaries.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { system } from '../contract.ts'
import { preferenceLimits } from '../rules/draft-keys.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
}, 60_000)
afterAll(() => backend.close())

test('a dictionary comes in its order; an unknown one is empty', async () => {
  const items = await backend.as('shop_user').call(system.dictionary, { type: 'repay_method' })
  expect(items.map(({ code, label }) => ({ code, label }))).toEqual(dictionaries.repay_method)
  expect(await backend.as('shop_user').call(system.dictionary, { type: 'nothing' })).toEqual([])
})

test('a setting is its user’s own, and the newest counts', async () => {
  const key = 'list:orders'
  const clerk = backend.as('entry_clerk')
  expect(await clerk.call(system.getPreference, { key })).toEqual({ value: null })
  await clerk.call(system.savePreference, { key, value: { columns: ['a'] } })
  await clerk.call(system.savePreference, { key, value: { columns: ['b', 'a'] } })
  expect(await clerk.call(system.getPreference, { key })).toEqual({ value: { columns: ['b', 'a'] } })
  expect(await backend.as('entry_clerk2').call(system.getPreference, { key })).toEqual({ value: null })
  expect(await backend.as('entry_clerk', 'qhe').call(system.getPreference, { key })).toEqual({ value: null })
})

test('a setting that is taken back is gone, and there is an end to their number and size', async () => {
  const clerk = backend.as('finance_checker')
  const save = (at: number, value: unknown) => clerk.send(system.savePreference, { key: `list:${at}`, value })
  for (let at = 0; at < preferenceLimits.count; at++) expect((await save(at, { at })).status).toBe(200)
  const refused = await save(1000, {})
  expect(refused.status).toBe(422)
  expect(JSON.stringify(refused.body)).toContain(String(preferenceLimits.count))
  // Everything that is there already may change.
  expect((await save(7, { at: 'new' })).status).toBe(200)
  expect((await save(7, null)).status).toBe(200)
  expect(await clerk.call(system.getPreference, { key: 'list:7' })).toEqual({ value: null })
  expect((await save(1000, {})).status).toBe(200)
  expect((await save(8, 'x'.repeat(preferenceLimits.size))).status).toBe(422)
})
