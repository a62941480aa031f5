import '@testing-library/jest-dom'
import { render, screen, waitFor } from '@testing-library/react'
import { TestPage } from '@/components/ui/test-page'
import type { Tab } from '@/lib/domains/workspace/rules/tabs'
import { TabItem, type TabItemActions } from './tab-item'

const actions: TabItemActions = { show() {}, close() {}, menu() {}, focus() {}, press() {} }
const shown = jest.fn()

beforeAll(() => {
  Element.prototype.scrollIntoView = function (this: Element) {
    shown(this.textContent)
  }
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
})
beforeEach(() => shown.mockClear())

const bar = (names: readonly string[]) => (
  <TestPage tab={{ query: '', dirty: false }}>
    <ul>
      {names.map((name) => (
        <TabItem
          key={name}
          tab={{ key: name, path: `/${name}`, query: '', label: name, pinned: false } as Tab}
          label={name}
          isActive={name === 'here'}
          isGoing={false}
          isDirty={false}
          isClosable
          isDragged={false}
          actions={actions}
        />
      ))}
    </ul>
  </TestPage>
)

test('the active tab stays in view when others come before it, not when one is dragged past', async () => {
  const { rerender } = render(bar(['home', 'here']))
  expect(await screen.findByRole('link', { name: 'here' })).toBeInTheDocument()
  rerender(bar(['home', 'a', 'b', 'here']))
  await waitFor(() => expect(shown).toHaveBeenCalledWith('here'))
  shown.mockClear()
  rerender(bar(['home', 'b', 'a', 'here']))
  await Promise.resolve()
  expect(shown).not.toHaveBeenCalled()
})
