import '@testing-library/jest-dom'
import { render, screen, within } from '@testing-library/react'
import ZhCnMessages from '@/lib/i18n/zh-cn-messages'
import ShortcutSheet from './shortcut-sheet'

const platform = (value: string) =>
  Object.defineProperty(navigator, 'platform', { value, configurable: true })
const keysOf = (group: string) =>
  [...within(screen.getByRole('region', { name: group })).getAllByRole('definition')].map(
    ({ textContent }) => textContent,
  )

test.each([
  ['Win32', ['CtrlK', '?'], ['Ctrl↓', 'Ctrl↑', 'CtrlEnter']],
  ['MacIntel', ['⌘K', '?'], ['⌘↓', '⌘↑', '⌘Enter']],
])('on %s it lists every key by its name', (name, find, form) => {
  platform(name)
  render(<ShortcutSheet onClose={() => {}} />, { wrapper: ZhCnMessages })
  expect(keysOf('查找')).toEqual(find)
  expect(keysOf('标签')).toHaveLength(8)
  expect(keysOf('列表')).toEqual(['/', 'J/K', 'Enter'])
  expect(keysOf('表单')).toEqual(form)
  expect(keysOf('影像查看')).toHaveLength(4)
})
