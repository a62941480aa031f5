import '@testing-library/jest-dom'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { useForm } from 'react-hook-form'
import { ApiError } from '@/lib/client/api-error'
import { request } from '@/lib/client/call'
import { contracts } from '@/lib/domains/endpoints'
import { ConfirmProvider } from '../ui/confirm'
import { TestPage, type TestTab } from '../ui/test-page'
import { DraftBanner, DraftStatus } from './draft-banner'
import { useDraft } from './use-draft'

jest.mock('@/lib/client/call')
const answer = jest.mocked(request)

const facts = { version: 7, customerName: '', mobile: '', filled: 1, asked: 3, files: [] }
type Stored = typeof facts & { values: unknown; baseVersion: number; savedAt: string }
let stored: Stored | null
let refusal: ApiError | null
/** The version of the draft that each save knew. */
const versions: number[] = []
const saves: { values: unknown; baseVersion: number; keepalive: boolean }[] = []
const removed = jest.fn()
let failing = false

beforeEach(() => {
  jest.useFakeTimers()
  stored = null
  refusal = null
  versions.length = 0
  sessionStorage.clear()
  failing = false
  saves.length = 0
  removed.mockClear()
  answer.mockImplementation(async (endpoint, input, options) => {
    if (endpoint === contracts.system.getDraft) return { draft: stored, order: null }
    if (endpoint === contracts.system.removeDraft) return removed(input)
    const { values, baseVersion, version } = input as {
      values: unknown
      baseVersion: number
      version: number
    }
    versions.push(version)
    saves.push({
      values: JSON.parse(JSON.stringify(values)),
      baseVersion,
      keepalive: options?.keepalive ?? false,
    })
    if (failing) throw new ApiError(0)
    if (refusal) throw refusal
    return { savedAt: '2025-08-01T02:00:00Z', version: version + 1 }
  })
})
afterEach(() => jest.useRealTimers())

type Values = { name: string; plan: { amount: string; term: string } }
const record: Values = { name: '王伟', plan: { amount: '98000.00', term: '36' } }

/** Answers the save of a test that wants to wait for it. */
let answerSave = () => {}

function Editor() {
  const form = useForm<Values, unknown, Values>({ defaultValues: record })
  const draft = useDraft({ key: 'test:1', baseVersion: 3, form })
  if (!draft.ready) return '加载'
  return (
    <>
      <DraftBanner draft={draft} />
      <DraftStatus draft={draft} />
      <input aria-label="姓名" {...form.register('name')} />
      <input aria-label="金额" {...form.register('plan.amount')} />
      <input aria-label="期数" {...form.register('plan.term')} />
      <output>{draft.baseVersion}</output>
      <button
        type="button"
        onClick={async () => {
          const sent = JSON.parse(JSON.stringify(form.getValues()))
          await new Promise<void>((resolve) => {
            answerSave = resolve
          })
          await draft.settle(sent, 4)
        }}
      >
        保存
      </button>
    </>
  )
}

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms))
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

async function open() {
  const tab: TestTab = { query: '', dirty: false }
  const page = render(
    <TestPage tab={tab}>
      <ConfirmProvider>
        <Editor />
      </ConfirmProvider>
    </TestPage>,
  )
  await pass(0)
  return { tab, ...page }
}

test('what was typed is saved after a pause, and the tab is marked', async () => {
  const { tab } = await open()
  expect(tab.dirty).toBe(false)
  type('姓名', '王伟民')
  await pass(1000)
  type('姓名', '王伟明')
  await pass(1499)
  expect(saves).toEqual([])
  await pass(1)
  expect(saves).toEqual([{ values: { ...record, name: '王伟明' }, baseVersion: 3, keepalive: false }])
  expect(screen.getByText('草稿已保存 · 2025-08-01 10:00')).toBeInTheDocument()
  expect(tab.dirty).toBe(true)
})

test('typing on and on is saved every 30 seconds', async () => {
  await open()
  for (let second = 0; second < 30; second += 1) {
    type('姓名', `王${second}`)
    await pass(1000)
  }
  expect(saves).toHaveLength(1)
})

test('nothing typed is nothing saved', async () => {
  const { unmount } = await open()
  await pass(90_000)
  unmount()
  expect(saves).toEqual([])
})

test.each([
  ['the window goes', () => fireEvent(window, new Event('pagehide'))],
  [
    'the page is hidden',
    () => {
      jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
      fireEvent(document, new Event('visibilitychange'))
      jest.restoreAllMocks()
    },
  ],
])('what is not saved yet is saved when %s, and outlives the page', async (_, leave) => {
  await open()
  type('姓名', '王')
  leave()
  await pass(0)
  expect(saves).toEqual([{ values: { ...record, name: '王' }, baseVersion: 3, keepalive: true }])
})

test('closing the tab saves, and forgets the mark', async () => {
  const { unmount, tab } = await open()
  type('姓名', '王')
  unmount()
  expect(saves).toHaveLength(1)
  expect(tab.dirty).toBe(false)
})

test('a draft comes back with its version; fields it does not know keep the record’s values', async () => {
  stored = {
    ...facts,
    values: { name: '草稿', plan: { amount: '1.00' } },
    baseVersion: 2,
    savedAt: '2025-07-31T09:30:00Z',
  }
  const { tab } = await open()
  expect(screen.getByLabelText('姓名')).toHaveValue('草稿')
  expect(screen.getByLabelText('金额')).toHaveValue('1.00')
  expect(screen.getByLabelText('期数')).toHaveValue('36')
  expect(screen.getByText('已恢复草稿 · 2025-07-31 17:30')).toBeVisible()
  expect(screen.getByText('草稿之后数据已被他人修改，提交时请核对差异')).toBeVisible()
  // Saved with the version it began from, it cannot overwrite unseen what others saved since.
  expect(screen.getByText('2')).toBeInTheDocument()
  expect(tab.dirty).toBe(true)
  expect(saves).toEqual([])
})

test('a failed save says so and is tried again', async () => {
  failing = true
  await open()
  type('姓名', '王')
  await pass(1500)
  expect(screen.getByText('草稿保存失败，将自动重试')).toBeVisible()
  failing = false
  await pass(30_000)
  expect(saves).toHaveLength(2)
  expect(screen.getByText(/^草稿已保存/)).toBeVisible()
})

test('after the real save the draft is gone and the next version is the base', async () => {
  const { tab } = await open()
  type('姓名', '王')
  fireEvent.click(screen.getByRole('button', { name: '保存' }))
  answerSave()
  await pass(60_000)
  expect(removed).toHaveBeenCalledWith(expect.objectContaining({ key: 'test:1' }))
  expect(saves).toEqual([])
  expect(tab.dirty).toBe(false)
  expect(screen.getByText('4')).toBeInTheDocument()
  expect(screen.getByLabelText('姓名')).toHaveValue('王')
})

test('what is typed while the real save is on its way is not saved by it: it is the next draft', async () => {
  const { tab } = await open()
  type('姓名', '王')
  fireEvent.click(screen.getByRole('button', { name: '保存' }))
  type('期数', '48')
  const field = screen.getByLabelText('期数')
  answerSave()
  await pass(0)
  expect(removed).toHaveBeenCalledWith(expect.objectContaining({ key: 'test:1' }))
  expect(tab.dirty).toBe(true)
  expect(screen.getByLabelText('期数')).toBe(field)
  await pass(1500)
  expect(saves).toEqual([
    {
      values: { name: '王', plan: { amount: '98000.00', term: '48' } },
      baseVersion: 4,
      keepalive: false,
    },
  ])
  // Only the change itself is unsaved: taken back, nothing is.
  type('期数', '36')
  await pass(0)
  expect(tab.dirty).toBe(false)
})

const elsewhere = {
  rowVersion: 9,
  updatedAt: '2025-08-01T03:00:00Z',
  updatedBy: '王芳',
  changes: [{ path: 'name', mine: '王', theirs: '另一窗口' }],
}

test('what another window saved stops the saving here, says so, and asks which to keep', async () => {
  stored = { ...facts, values: { name: '草稿' }, baseVersion: 3, savedAt: '2025-07-31T09:30:00Z' }
  const { tab } = await open()
  refusal = new ApiError(409, { message: '数据已被他人修改', conflict: elsewhere })
  type('姓名', '王')
  await pass(1500)
  expect(versions).toEqual([7])
  expect(screen.getByRole('alert')).toHaveTextContent('另一窗口于 2025-08-01 11:00 保存了这份草稿')
  type('金额', '2.00')
  await pass(60_000)
  expect(versions).toEqual([7])
  expect(tab.dirty).toBe(true)

  refusal = null
  fireEvent.click(screen.getByRole('button', { name: '查看差异' }))
  await pass(0)
  fireEvent.click(screen.getByRole('button', { name: '采用最新内容' }))
  await pass(1500)
  expect(screen.getByLabelText('姓名')).toHaveValue('另一窗口')
  expect(screen.getByLabelText('金额')).toHaveValue('2.00')
  // Over the version that was shown, not over one that came later.
  expect(versions).toEqual([7, 9])
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a draft that the form cannot show keeps nobody from the page: it is offered as text', async () => {
  stored = {
    ...facts,
    values: { name: '草稿里的姓名', plan: null },
    baseVersion: 3,
    savedAt: '2025-07-31T09:30:00Z',
  }
  await open()
  expect(screen.getByLabelText('姓名')).toHaveValue('王伟')
  expect(screen.getByRole('alert')).toHaveTextContent('无法填回表单')
  expect(screen.getByText('name: 草稿里的姓名')).toBeInTheDocument()
  type('姓名', '王')
  await pass(1500)
  expect(versions).toEqual([7])
})

test('a draft that is gone in another window is kept here when somebody wants it', async () => {
  await open()
  refusal = new ApiError(409, { message: '这份草稿已在另一窗口提交或放弃', code: 'gone' })
  type('姓名', '王')
  await pass(1500)
  expect(screen.getByRole('alert')).toHaveTextContent('这份草稿已在另一窗口提交或放弃，本页内容未保存')
  refusal = null
  fireEvent.click(screen.getByRole('button', { name: '保留本页内容' }))
  await pass(1500)
  expect(versions).toEqual([0, 0])
  expect(screen.getByText(/^草稿已保存/)).toBeVisible()
})

test('what the service does not take is said in its words', async () => {
  await open()
  refusal = new ApiError(422, { message: '未提交的草稿已达50份' })
  type('姓名', '王')
  await pass(1500)
  expect(screen.getByText('未提交的草稿已达50份')).toBeVisible()
})

test('saves follow one another, each over the one before; typed and taken back is no draft', async () => {
  await open()
  type('姓名', '王')
  await pass(1500)
  type('姓名', '王伟民')
  await pass(1500)
  expect(versions).toEqual([0, 1])
  type('姓名', '王伟')
  await pass(1500)
  expect(versions).toEqual([0, 1])
  expect(removed).toHaveBeenCalledWith(expect.objectContaining({ key: 'test:1', version: 2 }))
})
