import '@testing-library/jest-dom'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { keepCookie } from '@/lib/client/cookie'
import { keep, recall } from '@/lib/client/storage'
import {
  defaultSettings,
  readSettings,
  type Settings,
  settingsCookie,
} from '@/lib/domains/system/rules/settings'
import { SettingsProvider, useSettings } from './settings'

const about = {
  title: '蓝桥',
  version: '1.2.3',
  manual: '/manual',
  releaseNotes: '/releases',
  build: '',
  color: '#409EFF',
}
const user = userEvent.setup()
const html = document.documentElement

function Probe() {
  const { settings, change, reset } = useSettings()
  return (
    <>
      <p>{settings.showTag ? '标签开' : '标签关'}</p>
      <p>主题 {settings.theme}</p>
      <button type="button" onClick={() => change({ showTag: !settings.showTag })}>
        标签
      </button>
      <button type="button" onClick={() => change({ theme: 'black', color: '#2E8B57', weak: true })}>
        换装
      </button>
      <button type="button" onClick={reset}>
        重置
      </button>
    </>
  )
}
const open = (initial: Settings = defaultSettings) =>
  render(
    <SettingsProvider initial={initial} about={about}>
      <Probe />
    </SettingsProvider>,
  )
const cookie = () =>
  readSettings(
    document.cookie
      .split('; ')
      .find((part) => part.startsWith('nlos-settings='))
      ?.slice(14),
  )
const press = (name: string) => user.click(screen.getByRole('button', { name }))

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  keepCookie(settingsCookie, '')
  document.head.querySelector('#own-color')?.remove()
  for (const name of html.getAttributeNames()) html.removeAttribute(name)
})

test('a switch acts at once, is kept as a typed record, and the server learns it by the cookie', async () => {
  open()
  expect(screen.getByText('标签开')).toBeVisible()
  await press('标签')
  expect(screen.getByText('标签关')).toBeVisible()
  expect(recall('nlos-showTag')).toBe(false)
  expect(cookie().showTag).toBe(false)
  await press('标签')
  expect(recall('nlos-showTag')).toBe(true)
  expect(cookie()).toEqual(defaultSettings)
})

test('a look is worn without a load: attributes of the page and the rules of the colour', async () => {
  open()
  await press('换装')
  expect(html).toHaveAttribute('data-theme', 'black')
  expect(html).toHaveAttribute('data-scheme', 'dark')
  expect(html).toHaveAttribute('data-weak')
  await screen.findByText('主题 black')
  const style = await act(() => import('./brand-style').then(() => document.head.querySelector('#own-color')))
  expect(style).toHaveTextContent('#2E8B57')
})

test('what the storage has wins over the first HTML, what it lacks is as that had it', () => {
  keep('nlos-showTag', false)
  keep('nlos-theme', 'no such theme')
  open({ ...defaultSettings, theme: 'gradient' })
  expect(screen.getByText('标签关')).toBeVisible()
  expect(screen.getByText('主题 gradient')).toBeVisible()
  expect(cookie()).toMatchObject({ showTag: false, theme: 'gradient' })
})

test('another tab of the browser changes this one too', () => {
  open()
  keep('nlos-showTag', false)
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'nlos-showTag' }))
  })
  expect(screen.getByText('标签关')).toBeVisible()
})

test('with a storage that is full the cookie keeps the setting', async () => {
  keep('nlos-showTag', true)
  const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  open()
  await press('标签')
  expect(screen.getByText('标签关')).toBeVisible()
  expect(recall('nlos-showTag')).toBeNull()
  expect(cookie().showTag).toBe(false)
  full.mockRestore()
})

test('a reset leaves everything as in a new browser', async () => {
  open()
  await press('换装')
  await press('标签')
  await press('重置')
  expect(screen.getByText('标签开')).toBeVisible()
  expect(html).toHaveAttribute('data-theme', 'default')
  expect(localStorage).toHaveLength(0)
  expect(cookie()).toEqual(defaultSettings)
})
