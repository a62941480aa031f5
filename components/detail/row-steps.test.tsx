import '@testing-library/jest-dom'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TestPage, type TestTab } from '@/components/ui/test-page'
import { noteRows } from '@/lib/client/row-trail'
import { RowSteps } from './row-steps'

const rows = (...ids: number[]) =>
  ids.map((id) => ({ id: String(id), address: id === 3 ? '/test' : `/c/${id}` }))

test('a case says its place in its list, leads on past the page, and says where the list ends', async () => {
  const user = userEvent.setup()
  const tab: TestTab = { query: '', dirty: false }
  const read = jest.fn(async () => ({ rows: rows(2, 3), total: 3, more: false }))
  noteRows('cases', { query: '', rows: rows(3), start: 2, total: 3, more: false, read })
  render(
    <TestPage tab={tab}>
      <RowSteps />
    </TestPage>,
  )
  expect(screen.getByText('3 / 3')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: '已是列表的最后一条' }))
  expect(tab.left).toBeUndefined()
  await user.click(screen.getByRole('button', { name: '上一条（Alt+K）' }))
  await waitFor(() => expect(tab.left).toBe('/c/2'))
  expect(read).toHaveBeenCalledTimes(1)
})

test('a page that no list leads to has no steps', () => {
  noteRows('cases', { query: 'none', rows: [], start: 0, total: 0, more: false, read: jest.fn() })
  const { container } = render(
    <TestPage>
      <RowSteps />
    </TestPage>,
  )
  expect(container).toBeEmptyDOMElement()
})
