import '@testing-library/jest-dom'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { home } from '../domains/home/contract.ts'
import { request } from './call.ts'
import { FirstAnswers } from './first-answers.tsx'
import { createQueryClient, q } from './query.ts'

jest.mock('./call.ts', () => ({ call: jest.fn(), request: jest.fn() }))

const org = (orgName: string) => ({ orgId: 3, orgName, dataScope: 'all' as const })
const answersOf = (orgName: string) => [{ path: home.getOrgId.path, input: {}, data: org(orgName) }]

function Unit() {
  return <p>{useQuery(q(home.getOrgId, {})).data?.orgName ?? '…'}</p>
}
const page = (client: ReturnType<typeof createQueryClient>, answers: ReturnType<typeof answersOf>) => (
  <QueryClientProvider client={client}>
    <FirstAnswers answers={answers}>
      <Unit />
    </FirstAnswers>
  </QueryClientProvider>
)
const asks = () => jest.mocked(request).mock.calls.length

beforeEach(() => {
  jest.mocked(request).mockReset()
  jest.mocked(request).mockResolvedValue(org('再问之后'))
})

test('the first HTML has the answers; the browser takes them over and asks nothing', async () => {
  const host = document.createElement('div')
  host.innerHTML = renderToString(page(createQueryClient(), answersOf('示例一区')))
  expect(host.textContent).toBe('示例一区')
  const drawn = host.firstElementChild
  const mismatches = jest.fn()
  const root = await act(async () =>
    hydrateRoot(host, page(createQueryClient(), answersOf('示例一区')), { onRecoverableError: mismatches }),
  )
  expect(host.textContent).toBe('示例一区')
  expect(host.firstElementChild).toBe(drawn)
  expect(mismatches).not.toHaveBeenCalled()
  expect(asks()).toBe(0)
  act(() => root.unmount())
})

test('what was left out is asked for as ever', async () => {
  render(page(createQueryClient(), []))
  expect(await screen.findByText('再问之后')).toBeVisible()
  expect(asks()).toBe(1)
})

test('what is known already is newer than the page', () => {
  const client = createQueryClient()
  client.setQueryData(q(home.getOrgId, {}).queryKey, org('刚才'))
  render(page(client, answersOf('示例一区')))
  expect(screen.getByText('刚才')).toBeVisible()
})

test('a page that is drawn again, after its answers were forgotten, asks', async () => {
  const client = createQueryClient()
  const answers = answersOf('很久以前')
  render(page(client, answers))
  expect(screen.getByText('很久以前')).toBeVisible()
  cleanup()
  client.clear()
  render(page(client, answers))
  expect(screen.queryByText('很久以前')).toBeNull()
  expect(await screen.findByText('再问之后')).toBeVisible()
})

test('a cache that took the place of another has the answers as well', () => {
  const answers = answersOf('示例一区')
  render(page(createQueryClient(), answers))
  cleanup()
  render(page(createQueryClient(), answers))
  expect(screen.getByText('示例一区')).toBeVisible()
  expect(asks()).toBe(0)
})
