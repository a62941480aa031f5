import { workspace } from '../../contracts/workspace.ts'
import { openTestBackend, type TestBackend } from '../testing.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
}, 60_000)
afterAll(() => backend.close())

const empty = { tabs: [], favourites: [], recent: [] }
const tab = (path: string, query = '') => ({ path, query, label: null, pinned: false })

test('tabs, used entries and favourites come back to their user alone, each saved on its own', async () => {
  const clerk = backend.as('entry_clerk')
  expect(await clerk.call(workspace.read, {})).toEqual(empty)
  const tabs = [{ ...tab('/order/query', 'q=a&page=2'), pinned: true }, tab('/create/index')]
  await clerk.call(workspace.save, { tabs: [tab('/create/index')], recent: [4] })
  await clerk.call(workspace.saveFavourites, { favourites: [9, 2] })
  await clerk.call(workspace.save, { tabs, recent: [7, 4] })
  expect(await clerk.call(workspace.read, {})).toEqual({ tabs, favourites: [9, 2], recent: [7, 4] })
  await clerk.call(workspace.saveFavourites, { favourites: [] })
  expect(await clerk.call(workspace.read, {})).toEqual({ tabs, favourites: [], recent: [7, 4] })
  expect(await backend.as('entry_clerk2').call(workspace.read, {})).toEqual(empty)
  expect(await backend.as('entry_clerk', 'qhe').call(workspace.read, {})).toEqual(empty)
})

test.each([
  ['an address outside', [tab('//evil.example')]],
  ['a path with a backslash', [tab('/\\evil.example')]],
  ['an address without end', [tab('/a', 'x'.repeat(2000))]],
  ['a label without end', [{ ...tab('/a'), label: 'x'.repeat(61) }]],
  ['a list without end', Array.from({ length: 51 }, (_, at) => tab(`/t/${at}`))],
  ['something else', { length: 1 }],
])('%s is refused', async (_, tabs) => {
  const clerk = backend.as('entry_clerk2')
  expect(await clerk.send(workspace.save, { tabs, recent: [] })).toMatchObject({ status: 400 })
  expect(await clerk.call(workspace.read, {})).toEqual(empty)
})
