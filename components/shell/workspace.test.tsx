import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render } from '@testing-library/react'
import { createContext, startTransition, use, useState } from 'react'
import { ConfirmProvider } from '@/components/ui/confirm'
import { isRouteChanging, routeChangeBegins, routeChangeStops } from '@/lib/client/route-change'
import { closeTab, tabKey } from '@/lib/domains/workspace/rules/tabs'
import ZhCnMessages from '@/lib/i18n/zh-cn-messages'
import { placeAt, useWorkspace, type Workspace, WorkspaceProvider } from './workspace'

const home = placeAt('/wel/index')
const list = placeAt('/create/index')
const query = placeAt('/order/query')

/** Next's router as far as a change of the history goes: it follows in a transition. */
const mockPlace = createContext(home)
const mockHooks = { push: routeChangeBegins }
jest.mock('next/navigation', () => ({
  usePathname: () => use(mockPlace).path,
  useSearchParams: () => new URLSearchParams(use(mockPlace).query),
  useRouter: () => mockHooks,
}))
jest.mock('@/lib/client/call', () => ({
  ...jest.requireActual('@/lib/client/call'),
  request: jest.fn().mockResolvedValue({}),
}))

const replaceState = window.history.replaceState.bind(window.history)
let workspace: Workspace

function Seen() {
  workspace = useWorkspace()
  return null
}

function App() {
  const [place, setPlace] = useState(home)
  const [client] = useState(() => new QueryClient())
  window.history.pushState = (_data, _unused, address) => {
    replaceState(null, '', address)
    startTransition(() => setPlace(placeAt(String(address))))
  }
  return (
    <mockPlace.Provider value={place}>
      <ZhCnMessages>
        <QueryClientProvider client={client}>
          <ConfirmProvider>
            <WorkspaceProvider kept={{ tabs: [], recent: [] }}>
              <Seen />
            </WorkspaceProvider>
          </ConfirmProvider>
        </QueryClientProvider>
      </ZhCnMessages>
    </mockPlace.Provider>
  )
}

const keys = () => workspace.store.get().tabs.map((tab) => tab.key)

/** Everything that a person does before the router gets to it: the address bar is brought along before each press. */
async function press(action: (workspace: Workspace) => unknown) {
  fireEvent.pointerDown(document.body)
  await action(workspace)
}

const show = (key: string) =>
  press(({ store, show }) => {
    const tab = store.tab(key)
    if (tab) show(tab)
  })
const close = (key: string) =>
  press(({ store, close }) => close(closeTab(store.get().tabs, key, store.get().active)))

/** Home, a list and the order query, whose pages are alive; the list is shown. */
async function openThree() {
  render(<App />)
  for (const place of [home, list, query, list]) {
    await act(async () => window.history.pushState(null, '', place.path))
    workspace.live.add(tabKey(place))
  }
}

beforeEach(() => {
  sessionStorage.clear()
  routeChangeStops()
  replaceState(null, '', '/wel/index')
})

test('a tab that was shown and closed before the router followed is gone, and nothing is on its way', async () => {
  await openThree()
  await act(async () => {
    await show(query.path)
    await close(query.path)
    await press(() => {})
  })
  expect(keys()).toEqual([home.path, list.path])
  expect(workspace.store.get()).toMatchObject({ active: list.path, ahead: null })
})

test('a tab that is shown again before it was gone stays', async () => {
  await openThree()
  await act(async () => {
    await close(list.path)
    await show(list.path)
    await press(() => {})
  })
  expect(keys()).toEqual([home.path, list.path, query.path])
  expect(workspace.store.get()).toMatchObject({ active: list.path, ahead: null })
  await act(async () => {
    await show(query.path)
    await press(() => {})
  })
  expect(keys()).toEqual([home.path, list.path, query.path])
})

describe('a page on its way', () => {
  afterEach(() => jest.restoreAllMocks())

  /** The order query, asked for from the list while its page is not alive. */
  async function askForQuery() {
    await openThree()
    workspace.live.delete(query.path)
    await act(() => show(query.path))
    expect(workspace.store.get()).toMatchObject({ active: list.path, going: query.path })
    expect(isRouteChanging()).toBe(true)
    return jest.spyOn(window.history, 'replaceState')
  }

  test('does not come any more when the tab that is shown is chosen instead', async () => {
    const replaced = await askForQuery()
    await act(() => show(list.path))
    expect(replaced).toHaveBeenCalledWith(null, '', '/create/index')
    expect(isRouteChanging()).toBe(false)
    expect(workspace.store.get()).toMatchObject({ active: list.path, going: null })
  })

  test.each([
    ['Back is pressed', () => window.dispatchEvent(new PopStateEvent('popstate'))],
    ['a link leads to the page that is shown', () => routeChangeBegins('/create/index')],
  ])('does not come any more when %s: no tab is on its way, and none closes', async (_what, happens) => {
    await askForQuery()
    await act(() => press(({ leave }) => leave(list.path, query.path)))
    await act(async () => happens())
    expect(isRouteChanging()).toBe(false)
    expect(workspace.store.get()).toMatchObject({ active: list.path, going: null })
    await act(async () => {
      await show(home.path)
      await press(() => {})
    })
    expect(keys()).toContain(list.path)
  })

  test('comes although the page before sets a filter meanwhile, and the filter is kept', async () => {
    const replaced = await askForQuery()
    await act(async () => workspace.setQuery(list.path, { q: '王' }, true))
    expect(replaced).not.toHaveBeenCalled()
    expect(isRouteChanging()).toBe(true)
    expect(workspace.store.tab(list.path)).toMatchObject({
      query: new URLSearchParams({ q: '王' }).toString(),
    })
  })
})
