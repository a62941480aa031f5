import '@testing-library/jest-dom'
import { act } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { request } from '@/lib/client/call'
import { SessionProvider } from '@/lib/client/session'
import { useLocalVisit } from './use-local-visit'
import { visitOutboxOf } from './visit-outbox'

jest.mock('@/lib/client/call', () => ({ request: jest.fn() }))

const user = { id: 9, name: '李四', account: 'dd_officer' }

function Visit() {
  const { visit } = useLocalVisit(7)
  return visit === undefined ? <p>读取中</p> : <p>{visit?.task.ddNo}</p>
}

const page = (
  <SessionProvider session={{ user, roles: ['dd_officer'], permissions: [], demo: false }}>
    <Visit />
  </SessionProvider>
)

test('a page that comes to life after its store was read begins as the service drew it', async () => {
  const drawn = renderToString(page)
  const task = {
    id: 7,
    rowVersion: 1,
    ddNo: 'DD7',
    kind: '上门',
    parts: ['home'],
    places: [],
    returned: null,
  }
  jest.mocked(request).mockResolvedValue({ ...task, answers: {}, photos: [] } as never)
  const outbox = visitOutboxOf(user.id)
  outbox.subscribe(() => undefined)
  await outbox.open(7)
  expect(outbox.get().visits.get(7)?.task.ddNo).toBe('DD7')

  const container = document.createElement('div')
  container.innerHTML = drawn
  const onRecoverableError = jest.fn()
  await act(async () => {
    hydrateRoot(container, page, { onRecoverableError })
  })
  expect(onRecoverableError).not.toHaveBeenCalled()
  expect(container).toHaveTextContent('DD7')
})
