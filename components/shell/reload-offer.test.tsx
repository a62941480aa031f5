import '@testing-library/jest-dom'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TestPage } from '@/components/ui/test-page'
import { emitLive } from '@/lib/client/live'
import { ReloadOffer } from './reload-offer'

const about = { title: '', version: '', manual: '', releaseNotes: '', build: 'b1', color: '' }
jest.mock('./settings', () => ({ useSettings: () => ({ about }) }))
const unsaved = jest.fn(() => '')
jest.mock('./use-unsaved', () => ({ useUnsaved: () => unsaved }))

const open = () =>
  render(
    <TestPage>
      <ReloadOffer />
    </TestPage>,
  )
const hear = (build: string) => act(() => emitLive('build', build))

test('another build of the service is told quietly, with what is unsaved, and once', async () => {
  unsaved.mockReturnValue('“客户进件”')
  open()
  hear('b1')
  expect(screen.queryByRole('status')).toBeNull()
  hear('b2')
  expect(screen.getByRole('status')).toHaveTextContent(
    '系统已更新，刷新后使用新版本。“客户进件”有未保存的内容',
  )
  expect(screen.getByRole('button', { name: '刷新' })).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: '稍后' }))
  hear('b2')
  expect(screen.queryByRole('status')).toBeNull()
  hear('b3')
  expect(screen.getByRole('status')).toBeInTheDocument()
  hear('b1')
  expect(screen.queryByRole('status')).toBeNull()
})

test('pages that were not built beforehand have no version to compare', () => {
  about.build = ''
  open()
  hear('b2')
  expect(screen.queryByRole('status')).toBeNull()
})
