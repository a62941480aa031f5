import { render } from '@testing-library/react'
import { createTabStore, type TabStore } from '@/lib/client/tab-store'
import { useUnloadGuard } from './use-unload-guard'

const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

function Guarded({ store }: { store: TabStore }) {
  useUnloadGuard(store)
  return null
}

test('the browser asks only while something unsaved has no draft, and not once the console is gone', () => {
  const store = createTabStore({ path: '/info/index', query: '' })
  const { unmount } = render(<Guarded store={store} />)
  expect(asks()).toBe(false)
  store.setDirty('/info/index', true, true)
  expect(asks()).toBe(false)
  store.setDirty('/info/index', true, false)
  expect(asks()).toBe(true)
  store.setDirty('/info/index', false)
  expect(asks()).toBe(false)
  store.setDirty('/info/index', true, false)
  unmount()
  expect(asks()).toBe(false)
})
