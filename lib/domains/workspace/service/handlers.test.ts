import { draftOrder } from '../../orders/service/testing.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { workspace } from '../contract.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
}, 60_000)
afterAll(() => backend.close())

const empty = { tabs: [], people: {}, favourites: [], recent: [] }
const tab = (path: string, query = '') => ({ path, query, label: null, pinned: false })

test('tabs, used entries and favourites come back to their user alone, each saved on its own', async () => {
  const clerk = backend.as('entry_clerk')
  expect(await clerk.call(workspace.read, {})).toEqual(empty)
  const tabs = [{ ...tab('/order/query', 'q=a&page=2'), pinned: true }, tab('/create/index')]
  await clerk.call(workspace.save, { tabs: [tab('/create/index')], recent: [4] })
  await clerk.call(workspace.saveFavourites, { favourites: [9, 2] })
  await clerk.call(workspace.save, { tabs, recent: [7, 4] })
  expect(await clerk.call(workspace.read, {})).toEqual({
    tabs,
    people: {},
    favourites: [9, 2],
    recent: [7, 4],
  })
  await clerk.call(workspace.saveFavourites, { favourites: [] })
  expect(await clerk.call(workspace.read, {})).toEqual({ tabs, people: {}, favourites: [], recent: [7, 4] })
  expect(await backend.as('entry_clerk2').call(workspace.read, {})).toEqual(empty)
  expect(await backend.as('entry_clerk', 'qhe').call(workspace.read, {})).toEqual(empty)
})

test('a tab of an order comes back with its customer, whom nobody hears of who does not see the order', async () => {
  const { orderId, person } = await draftOrder(backend.as('entry_clerk'))
  const tabs = [
    {
      ...tab('/record/details', `orderId=${orderId}&src=${encodeURIComponent(`/order/${orderId}`)}`),
      label: 'A1',
    },
    tab('/order/query', 'q=1'),
  ]
  for (const [who, people] of [
    ['entry_clerk', { [orderId]: person.name }],
    ['shop_user2', {}],
  ] as const) {
    const user = backend.as(who)
    await user.call(workspace.save, { tabs, recent: [] })
    expect((await user.call(workspace.read, {})).people).toEqual(people)
  }
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
