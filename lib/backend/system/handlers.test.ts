import { system } from '../../contracts/system.ts'
import { dictionaries } from '../../rules/dictionaries.ts'
import { openTestBackend, type TestBackend } from '../testing.ts'

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

test('a draft is kept until it is removed, for its user alone', async () => {
  const key = 'record/shenfen:1'
  const values = { customer: { name: '吴梅', "o'neill": '"引号"' } }
  const clerk = backend.as('entry_clerk')
  const { savedAt } = await clerk.call(system.saveDraft, { key, values, baseVersion: 3 })
  expect(await clerk.call(system.getDraft, { key })).toEqual({
    draft: { values, baseVersion: 3, savedAt: expect.any(String) },
  })
  const { draft } = await clerk.call(system.getDraft, { key })
  expect(Date.parse(draft?.savedAt ?? '')).toBe(Date.parse(savedAt))
  expect(await backend.as('entry_clerk2').call(system.getDraft, { key })).toEqual({ draft: null })
  await clerk.call(system.removeDraft, { key })
  expect(await clerk.call(system.getDraft, { key })).toEqual({ draft: null })
})

test('the fifty newest drafts stay', async () => {
  const clerk = backend.as('entry_clerk2')
  for (let at = 0; at < 53; at++) await clerk.call(system.saveDraft, { key: `tab:${at}`, values: { at } })
  expect(await clerk.call(system.getDraft, { key: 'tab:0' })).toEqual({ draft: null })
  expect(await clerk.call(system.getDraft, { key: 'tab:2' })).toEqual({ draft: null })
  expect((await clerk.call(system.getDraft, { key: 'tab:3' })).draft?.values).toEqual({ at: 3 })
})
