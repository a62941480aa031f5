import '@testing-library/jest-dom'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, use, useEffect, useState } from 'react'
import { ConfirmProvider } from '@/components/ui/confirm'
import { useTab, useTabLocation } from '@/components/ui/tab-port'
import { request } from '@/lib/client/call'
import ZhCnMessages from '@/lib/i18n/zh-cn-messages'
import { TabBar } from './tab-bar'
import { liveLimit, TabHost } from './tab-host'
import { TabPanel } from './tab-panel'
import type { KeptOnServer } from './use-kept-workspace'
import { useShortcuts } from './use-shortcuts'
import { WorkspaceProvider } from './workspace'

/**
 * A stand-in for Next's router: an address, the page of that address in the slot, and the rule that a change of the
 * history alone moves the address and leaves the slot as it is.
 */
const mockRouter = {
  path: '/wel/index',
  search: '',
  slot: { path: '/wel/index', page: null as ReactNode },
  fetched: [] as string[],
  /** Everything that the server kept of the workspace. */
  kept: { tabs: [] as KeptOnServer['tabs'], recent: [] },
  notify: () => {},
}
function mockGo(address: string, withPage: boolean) {
  const { pathname, search } = new URL(address, 'http://localhost')
  mockReplaceState(null, '', address)
  mockRouter.path = pathname
  mockRouter.search = search
  if (withPage) {
    mockRouter.slot = { path: pathname, page: mockPage(pathname) }
    mockRouter.fetched.push(address)
  }
  mockRouter.notify()
}
const mockReplaceState = window.history.replaceState.bind(window.history)
const push = (address: string) => mockGo(address, true)
const mockHooks = { push, replace: push }

jest.mock('next/navigation', () => ({
  usePathname: () => mockRouter.path,
  useSearchParams: () => new URLSearchParams(mockRouter.search),
  useRouter: () => mockHooks,
  useSelectedLayoutSegments: () => mockRouter.slot.path.split('/').filter(Boolean),
  unstable_rethrow: () => {},
}))

/** A page with a value to lose, which says where it thinks it is. */
function Form({ title }: { title: string }) {
  const { query, setQuery } = useTabLocation()
  const { setDirty, setLabel, close, become } = useTab()
  return (
    <section aria-label={title}>
      <h1>{title}</h1>
      <input aria-label="值" onChange={() => setDirty(true)} />
      <input aria-label="稿" onChange={() => setDirty(true, { kept: true })} />
      <p>{`在 ${query}`}</p>
      <button type="button" onClick={() => setQuery({ page: '2' })}>
        第二页
      </button>
      <button type="button" onClick={() => setLabel('录单 K25')}>
        改名
      </button>
      <button type="button" onClick={() => setLabel('K25', '李建国')}>
        叫人
      </button>
      <button type="button" onClick={() => become('/create/shenfen?orderId=7&src=/order/7')}>
        建单
      </button>
      <button type="button" onClick={close}>
        完成
      </button>
    </section>
  )
}

function Late({ texts }: { texts: Promise<void> }) {
  use(texts)
  return <h1>迟到</h1>
}

const mockPage = (path: string) => <Form title={path} />

const awake = new Set<string>()

/** A page that is awake, or asleep. */
function Sleeper({ name }: { name: string }) {
  useEffect(() => {
    awake.add(name)
    return () => void awake.delete(name)
  }, [name])
  return <section aria-label={name} />
}

function Keys() {
  useShortcuts(() => {})
  return null
}

function App() {
  const [, setTick] = useState(0)
  const [client] = useState(() => new QueryClient())
  useEffect(() => {
    mockRouter.notify = () => setTick((tick) => tick + 1)
  }, [])
  return (
    <ZhCnMessages>
      <QueryClientProvider client={client}>
        <ConfirmProvider>
          <WorkspaceProvider kept={mockRouter.kept}>
            <Keys />
            <TabBar />
            <main id="content" tabIndex={-1}>
              <TabHost>
                <TabPanel key={mockRouter.slot.path}>{mockRouter.slot.page}</TabPanel>
              </TabHost>
            </main>
          </WorkspaceProvider>
        </ConfirmProvider>
      </QueryClientProvider>
    </ZhCnMessages>
  )
}

jest.mock('@/lib/client/call', () => ({ ...jest.requireActual('@/lib/client/call'), request: jest.fn() }))
const mockRequest = jest.mocked(request)
const user = userEvent.setup()
const goTo = (address: string) => act(() => push(address))
const panel = (path: string) => within(screen.getByRole('region', { name: path }))
const tabs = () => within(screen.getByRole('navigation', { name: '标签页' }))
const labels = () =>
  tabs()
    .getAllByRole('link')
    .map((link) => link.textContent)

beforeEach(() => {
  sessionStorage.clear()
  const path = '/wel/index'
  Object.assign(mockRouter, {
    path,
    search: '',
    slot: { path, page: mockPage(path) },
    fetched: [],
    kept: { tabs: [], recent: [] },
  })
  mockRequest.mockReset().mockResolvedValue({})
  mockReplaceState(null, '', '/wel/index')
  window.history.pushState = (_data, _unused, url) => mockGo(String(url), false)
  window.history.replaceState = (_data, _unused, url) => mockGo(String(url), false)
})

test('a page keeps its values while another tab is shown, and coming back asks no server', async () => {
  render(<App />)
  goTo('/create/index')
  await user.type(panel('/create/index').getByLabelText('值'), '王')
  goTo('/order/query')
  expect(screen.queryByRole('region', { name: '/create/index' })).toBeNull()
  await user.click(tabs().getByRole('link', { name: /进件列表/ }))
  expect(panel('/create/index').getByLabelText('值')).toHaveValue('王')
  expect(mockRouter.fetched).toEqual(['/create/index', '/order/query'])
  await waitFor(() => expect(document.title).toBe('进件列表-汽车金融'))
})

test('the focus goes to the heading of the page that is shown, unless it is in the page already', async () => {
  render(<App />)
  goTo('/create/index')
  const heading = () => screen.getByRole('heading', { level: 1 })
  await waitFor(() => expect(heading()).toHaveFocus())
  expect(heading()).toHaveTextContent('/create/index')
  await user.click(tabs().getByRole('link', { name: /首页/ }))
  await waitFor(() => expect(heading()).toHaveFocus())
  expect(heading()).toHaveTextContent('/wel/index')

  goTo('/create/shenfen')
  await waitFor(() => expect(heading()).toHaveFocus())
  await user.click(panel('/create/shenfen').getByRole('button', { name: '建单' }))
  await act(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  expect(panel('/create/shenfen').getByRole('button', { name: '建单' })).toHaveFocus()
})

test('a page whose texts come late has the focus at its heading as well', async () => {
  let come = () => {}
  const texts = new Promise<void>((resolve) => {
    come = resolve
  })
  render(<App />)
  await act(() => {
    mockGo('/create/index', true)
    mockRouter.slot = { path: '/create/index', page: <Late texts={texts} /> }
    mockRouter.notify()
  })
  await act(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  await act(async () => come())
  await waitFor(() => expect(screen.getByRole('heading', { name: '迟到' })).toHaveFocus())
})

test('a page that is alive is shown before the router has followed, and so is the way back', async () => {
  render(<App />)
  goTo('/create/index')
  goTo('/order/query')
  window.history.pushState = (_data, _unused, url) => mockReplaceState(null, '', String(url))
  await user.click(tabs().getByRole('link', { name: '进件列表' }))
  await waitFor(() => expect(window.location.pathname).toBe('/create/index'))
  expect(mockRouter.path).toBe('/order/query')
  expect(panel('/create/index').getByText(/^在/)).toBeVisible()
  expect(tabs().getByRole('link', { name: '进件列表' })).toHaveAttribute('aria-current', 'page')

  mockReplaceState(null, '', '/order/query')
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')))
  await waitFor(() => expect(panel('/order/query').getByText(/^在/)).toBeVisible())
  expect(tabs().getByRole('link', { name: '订单查询' })).toHaveAttribute('aria-current', 'page')
})

test('the address follows once the page is painted, one entry of the history for each tab that was shown', async () => {
  jest.useFakeTimers()
  try {
    render(<App />)
    goTo('/create/history')
    goTo('/create/index')
    goTo('/order/query')
    const entries: string[] = []
    window.history.pushState = (_data, _unused, url) => {
      entries.push(String(url))
      mockGo(String(url), false)
    }
    const show = (name: string) => fireEvent.click(tabs().getByRole('link', { name }))
    show('进件列表')
    expect(panel('/create/index').getByText(/^在/)).toBeVisible()
    expect(entries).toEqual([])
    expect(document.title).toBe('订单查询-汽车金融')
    await act(async () => jest.advanceTimersByTime(50))
    expect(entries).toEqual(['/create/index'])
    expect(document.title).toBe('进件列表-汽车金融')

    // Faster than the paint: none is left out, and a change of the page comes behind its entry.
    show('客户审核流程')
    show('订单查询')
    fireEvent.click(panel('/order/query').getByRole('button', { name: '第二页' }))
    expect(entries).toEqual(['/create/index', '/create/history', '/order/query'])
    expect(window.location.search).toBe('?page=2')
    await act(async () => jest.advanceTimersByTime(1000))
    expect(entries).toHaveLength(3)

    // The next press finds the entry there: a link, Back or a reload starts from the tab that is shown.
    show('进件列表')
    fireEvent.pointerDown(document.body)
    expect(entries).toHaveLength(4)

    // Back without a press, as by a script: the place that the router holds counts, and no entry comes late.
    show('订单查询')
    act(() => void window.dispatchEvent(new PopStateEvent('popstate')))
    await act(async () => jest.advanceTimersByTime(1000))
    expect(entries).toHaveLength(4)
    expect(panel('/create/index').getByText(/^在/)).toBeVisible()
  } finally {
    jest.useRealTimers()
  }
})

test('the effects of a page sleep while another is shown, and change hands behind the paint', async () => {
  jest.useFakeTimers()
  try {
    render(<App />)
    for (const path of ['/create/index', '/order/query']) {
      goTo(path)
      mockRouter.slot = { path, page: <Sleeper name={path} /> }
      act(() => mockRouter.notify())
      await act(async () => jest.advanceTimersByTime(50))
    }
    expect([...awake]).toEqual(['/order/query'])
    fireEvent.click(tabs().getByRole('link', { name: '进件列表' }))
    expect(screen.getByRole('region')).toHaveAccessibleName('/create/index')
    expect([...awake]).toEqual(['/order/query'])
    await act(async () => jest.advanceTimersByTime(50))
    expect([...awake]).toEqual(['/create/index'])
  } finally {
    jest.useRealTimers()
  }
})

test('a page that is not kept begins anew on each visit', async () => {
  render(<App />)
  goTo('/create/details')
  await user.type(panel('/create/details').getByLabelText('值'), '王')
  goTo('/order/query')
  await user.click(tabs().getByRole('link', { name: /进件明细/ }))
  expect(panel('/create/details').getByLabelText('值')).toHaveValue('')
  expect(mockRouter.fetched).toEqual(['/create/details', '/order/query', '/create/details'])
})

test('a tab that was closed and opened again is fresh', async () => {
  render(<App />)
  goTo('/create/index')
  await user.type(panel('/create/index').getByLabelText('值'), '王')
  goTo('/order/query')
  await user.click(screen.getByRole('button', { name: '关闭 进件列表' }))
  await user.click(await screen.findByRole('button', { name: '确定' }))
  expect(labels()).toEqual(['首页', '订单查询'])
  goTo('/create/index')
  expect(panel('/create/index').getByLabelText('值')).toHaveValue('')
})

test('what is unsaved shows a dot, and is asked about before it closes', async () => {
  render(<App />)
  goTo('/create/shenfen')
  await user.type(panel('/create/shenfen').getByLabelText('值'), '王')
  expect(tabs().getByText('未保存')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: '关闭 进件' }))
  await user.click(await screen.findByRole('button', { name: '取消' }))
  expect(labels()).toEqual(['首页', '进件未保存'])
  await user.click(panel('/create/shenfen').getByRole('button', { name: '完成' }))
  await user.click(await screen.findByRole('button', { name: '确定' }))
  expect(labels()).toEqual(['首页'])
  expect(mockRouter.path).toBe('/wel/index')
})

test('what a draft keeps is not called lost', async () => {
  render(<App />)
  goTo('/create/shenfen')
  await user.type(panel('/create/shenfen').getByLabelText('稿'), '王')
  await user.click(screen.getByRole('button', { name: '关闭 进件' }))
  expect(await screen.findByText(/草稿已保留，再次打开时恢复/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: '取消' }))
  await user.type(panel('/create/shenfen').getByLabelText('值'), '王')
  await user.click(screen.getByRole('button', { name: '关闭 进件' }))
  expect(await screen.findByText(/关闭后将丢失/)).toBeVisible()
})

test('a form that made a record becomes the tab of the record, as it is', async () => {
  render(<App />)
  goTo('/create/shenfen')
  const field = panel('/create/shenfen').getByLabelText('值')
  await user.type(field, '王')
  // Not a click: the cursor stays in the field.
  act(() => panel('/create/shenfen').getByRole('button', { name: '建单' }).click())
  expect(window.location.search).toContain('orderId=7')
  expect(field).toHaveFocus()
  expect(field).toBeVisible()
  act(() => mockGo(window.location.pathname + window.location.search, false))
  expect(field).toHaveFocus()
  await user.keyboard('伟')
  expect(panel('/create/shenfen').getByLabelText('值')).toBe(field)
  expect(field).toHaveValue('王伟')
  expect(labels()).toEqual(['首页', '进件未保存'])

  // Another new one has a tab and a page of its own.
  goTo('/create/shenfen')
  expect(labels()).toEqual(['首页', '进件未保存', '进件'])
  expect(field).toHaveValue('王伟')
  expect(field).not.toBeVisible()
  expect(panel('/create/shenfen').getByLabelText('值')).toHaveValue('')
  // From a list the record is found where it is.
  goTo('/create/shenfen?orderId=7&src=/order/7')
  expect(labels()).toEqual(['首页', '进件未保存', '进件'])
  expect(field).toBeVisible()
})

test('one order is one tab: its next page takes the place of the one before, kept alive or not', async () => {
  render(<App />)
  goTo('/record/shenfen?orderId=7&src=/order/7')
  await user.type(panel('/record/shenfen').getByLabelText('稿'), '王')
  goTo('/create/index')
  // Its details, from a list: another address, the same tab, and the form is not behind it.
  goTo('/record/details?orderId=7&src=/order/7')
  expect(labels()).toHaveLength(3)
  expect(panel('/record/details').getByLabelText('稿')).toBeVisible()
  expect(screen.queryByRole('region', { name: '/record/shenfen', hidden: true })).toBeNull()
  // Typed by hand, without its `src`.
  goTo('/record/shenhe?orderId=7')
  expect(labels()).toHaveLength(3)
  goTo('/record/shenfen?orderId=7&src=/order/7')
  expect(labels()).toHaveLength(3)
  expect(panel('/record/shenfen').getByLabelText('稿')).toBeVisible()
  act(() => mockGo('/record/details?orderId=7&src=/order/7', false))
  expect(panel('/record/details').getByLabelText('稿')).toBeVisible()
  expect(screen.queryByRole('region', { name: '/record/shenfen', hidden: true })).toBeNull()
})

test('a tab says whom it is about before its name; neither the title nor what is kept does', async () => {
  const first = render(<App />)
  goTo('/record/shenfen?orderId=7&src=/order/7')
  await user.click(panel('/record/shenfen').getByRole('button', { name: '叫人' }))
  expect(tabs().getByRole('link', { name: '李建国 K25' })).toBeVisible()
  expect(document.title).toBe('K25-汽车金融')
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('李建国')
  first.unmount()
  render(<App />)
  expect(tabs().getByRole('link', { name: 'K25' })).toBeVisible()
})

test('a tab has a place and a name of its own', async () => {
  render(<App />)
  goTo('/create/index?q=a')
  await user.click(panel('/create/index').getByRole('button', { name: '第二页' }))
  await user.click(panel('/create/index').getByRole('button', { name: '改名' }))
  expect(window.location.search).toBe('?q=a&page=2')
  goTo('/order/query?q=b')
  expect(panel('/order/query').getByText('在 q=b')).toBeInTheDocument()
  await user.click(tabs().getByRole('link', { name: '录单 K25' }))
  expect(panel('/create/index').getByText('在 q=a&page=2')).toBeInTheDocument()
  expect(mockRouter.fetched).toHaveLength(2)
})

test('tabs come back after a reload, each at its own address', async () => {
  const first = render(<App />)
  goTo('/create/index?q=a')
  goTo('/order/query')
  first.unmount()
  mockRouter.fetched = []
  render(<App />)
  expect(labels()).toEqual(['首页', '进件列表', '订单查询'])
  await user.click(tabs().getByRole('link', { name: '进件列表' }))
  expect(mockRouter.fetched).toEqual(['/create/index?q=a'])
  expect(panel('/create/index').getByText('在 q=a')).toBeInTheDocument()
})

test('back to a tab that is closed, while the slot holds another page, fetches its page', async () => {
  render(<App />)
  goTo('/create/index')
  goTo('/order/query')
  await user.click(screen.getByRole('button', { name: '关闭 进件列表' }))
  mockRouter.fetched = []
  act(() => mockGo('/create/index', false))
  expect(mockRouter.fetched).toEqual(['/create/index'])
  expect(panel('/create/index').getByText(/^在/)).toBeVisible()
})

test('over the limit the page shown longest ago is parked; showing it again asks no server and keeps its place', async () => {
  render(<App />)
  goTo('/order/query?src=/t/0&name=T0')
  await user.click(panel('/order/query').getByRole('button', { name: '第二页' }))
  await user.type(panel('/order/query').getByLabelText('稿'), '王')
  for (let tab = 1; tab <= liveLimit; tab++) goTo(`/order/query?src=/t/${tab}&name=T${tab}`)
  expect(screen.getAllByLabelText('值')).toHaveLength(liveLimit)
  mockRouter.fetched = []
  await user.click(tabs().getByRole('link', { name: /T0/ }))
  expect(mockRouter.fetched).toEqual([])
  expect(panel('/order/query').getByText('在 src=%2Ft%2F0&name=T0&page=2')).toBeInTheDocument()
  expect(panel('/order/query').getByLabelText('稿')).toHaveValue('')
  expect(tabs().getByText('未保存')).toBeInTheDocument()
})

test('what only the page holds is not parked', async () => {
  render(<App />)
  goTo('/order/query?src=/t/0&name=T0')
  await user.type(panel('/order/query').getByLabelText('值'), '王')
  for (let tab = 1; tab <= liveLimit; tab++) goTo(`/order/query?src=/t/${tab}&name=T${tab}`)
  await user.click(tabs().getByRole('link', { name: /T0/ }))
  expect(panel('/order/query').getByLabelText('值')).toHaveValue('王')
})

test('keys close, walk, move and reopen tabs', async () => {
  render(<App />)
  goTo('/create/index')
  goTo('/order/query?q=a')
  await user.keyboard('{Alt>}{PageUp}{/Alt}')
  await waitFor(() => expect(mockRouter.path).toBe('/create/index'))
  await user.keyboard('{Alt>}{PageDown}{PageDown}{/Alt}')
  expect(mockRouter.path).toBe('/wel/index')
  await user.keyboard('{Alt>}{PageUp}{Shift>}{PageUp}{/Shift}{/Alt}')
  expect(labels()).toEqual(['首页', '订单查询', '进件列表'])
  await user.keyboard('{Alt>}[KeyW]{/Alt}')
  expect(labels()).toEqual(['首页', '进件列表'])
  await user.keyboard('{Alt>}[KeyW]{/Alt}')
  expect(labels()).toEqual(['首页', '进件列表'])
  await user.keyboard('{Alt>}{Shift>}[KeyT]{/Shift}{/Alt}')
  expect(labels()).toEqual(['首页', '进件列表', '订单查询'])
  expect(`${mockRouter.path}?${mockRouter.search.replace('?', '')}`).toBe('/order/query?q=a')
})

test('a pinned tab stands behind home and has no close button', async () => {
  render(<App />)
  goTo('/create/index')
  goTo('/order/query')
  fireEvent.contextMenu(tabs().getByRole('link', { name: '订单查询' }))
  await user.click(await screen.findByRole('menuitem', { name: '固定标签' }))
  expect(labels()).toEqual(['首页', '订单查询已固定', '进件列表'])
  expect(screen.queryByRole('button', { name: '关闭 订单查询' })).toBeNull()
})

test('the list of all tabs shows any of them', async () => {
  render(<App />)
  goTo('/create/index')
  goTo('/order/query')
  await user.click(screen.getByRole('button', { name: /^全部标签页\s*3$/ }))
  await user.click(await screen.findByRole('menuitem', { name: '进件列表' }))
  await waitFor(() => expect(mockRouter.path).toBe('/create/index'))
})

test('a browser without tabs of its own begins with those that the server kept', () => {
  const kept = { path: '/order/query', query: 'q=a', label: null, pinned: true }
  mockRouter.kept.tabs = [kept, { ...kept, path: '//evil.example' }]
  const first = render(<App />)
  expect(labels()).toEqual(['首页', '订单查询已固定'])
  first.unmount()
  mockRouter.kept.tabs = []
  render(<App />)
  expect(labels()).toEqual(['首页', '订单查询已固定'])
})

test('tabs are saved when they rest, and at once when the page is left', () => {
  jest.useFakeTimers()
  try {
    render(<App />)
    goTo('/create/index')
    goTo('/order/query?q=a')
    expect(mockRequest).not.toHaveBeenCalled()
    act(() => jest.advanceTimersByTime(2000))
    expect(mockRequest).toHaveBeenCalledTimes(1)
    const tab = { label: null, pinned: false }
    expect(mockRequest.mock.calls[0]?.[1]).toEqual({
      tabs: [
        { ...tab, path: '/create/index', query: '' },
        { ...tab, path: '/order/query', query: 'q=a' },
      ],
      recent: [],
    })
    goTo('/create/index')
    act(() => jest.advanceTimersByTime(5000))
    expect(mockRequest).toHaveBeenCalledTimes(1)
    goTo('/create/history')
    window.dispatchEvent(new Event('pagehide'))
    expect(mockRequest).toHaveBeenCalledTimes(2)
  } finally {
    jest.useRealTimers()
  }
})
