import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { menuEntryAt } from '@/lib/bff/menu-entry'
import { requireScreen } from '@/lib/bff/page-session'
import MenuPage from '../[...menu]/page'
import { consolePage } from './console-page'

jest.mock('@/lib/bff/page-session', () => ({ requireScreen: jest.fn() }))
jest.mock('@/lib/bff/menu-entry', () => ({ menuEntryAt: jest.fn(), firstBelow: () => undefined }))
jest.mock('@/components/shell/tab-panel', () => ({
  TabPanel: ({ children }: { children: ReactNode }) => <main>{children}</main>,
}))

const mockRequire = jest.mocked(requireScreen)
const params = Promise.resolve({})

test('a page is drawn once its screen may be opened', async () => {
  const Page = consolePage('orderQuery', async () => <p>订单</p>)
  render(await Page({ params }))
  expect(mockRequire).toHaveBeenCalledWith('orderQuery')
  expect(screen.getByRole('main').textContent).toBe('订单')
})

test('nothing of it is read or drawn for anybody else', async () => {
  mockRequire.mockRejectedValue(new Error('redirect /403'))
  const draw = jest.fn()
  await expect(consolePage('adminSeats', draw)({ params })).rejects.toThrow('redirect /403')
  expect(draw).not.toHaveBeenCalled()
})

test('a path of the menu shows a registered screen to whoever may open that screen', async () => {
  mockRequire.mockRejectedValue(new Error('redirect /403'))
  const entry = {
    id: 1,
    name: '一览',
    url: '/own',
    icon: '',
    remark: '/order/query/',
    meta: {},
    subMenus: [],
  }
  jest.mocked(menuEntryAt).mockResolvedValue(entry)
  await expect(MenuPage({ params: Promise.resolve({ menu: ['own'] }) })).rejects.toThrow('redirect /403')
  expect(mockRequire).toHaveBeenLastCalledWith('orderQuery')
})
