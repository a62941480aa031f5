import '@testing-library/jest-dom'
import { render, screen, within } from '@testing-library/react'
import { TestPage } from '@/components/ui/test-page'
import { request } from '@/lib/client/call'
import { ReleasesScreen } from './screen'

jest.mock('@/lib/client/call')

test('each version has its notes, and the one that runs is marked', async () => {
  jest.mocked(request).mockResolvedValue([
    { version: '0.2.0', notes: ['修改密码', '问题反馈'] },
    { version: '0.1.0', notes: ['进件'] },
  ])
  render(
    <TestPage>
      <ReleasesScreen current="0.1.0" />
    </TestPage>,
  )
  const newest = await screen.findByRole('region', { name: '0.2.0' })
  expect(within(newest).getAllByRole('listitem')).toHaveLength(2)
  expect(within(newest).queryByText('当前版本')).toBeNull()
  expect(within(screen.getByRole('region', { name: '0.1.0' })).getByText('当前版本')).toBeInTheDocument()
})

test('without any it says so', async () => {
  jest.mocked(request).mockResolvedValue([])
  render(
    <TestPage>
      <ReleasesScreen current="0.1.0" />
    </TestPage>,
  )
  expect(await screen.findByText('还没有更新记录')).toBeInTheDocument()
})
