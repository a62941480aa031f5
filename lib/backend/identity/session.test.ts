import { identity } from '../../contracts/identity.ts'
import { openTestBackend, type TestBackend } from '../testing.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
}, 60_000)
afterAll(() => backend.close())

test('a token opens calls until it is ended', async () => {
  const clerk = backend.as('entry_clerk')
  expect(await clerk.call(identity.permissions, {})).toMatchObject({ roles: ['entry_clerk'] })
})
