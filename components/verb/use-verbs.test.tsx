import '@testing-library/jest-dom'
import { useQueryClient } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect } from 'react'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { ConfirmProvider } from '@/components/ui/confirm'
import { TestPage } from '@/components/ui/test-page'
import { toast } from '@/components/ui/toast'
import { ApiError } from '@/lib/client/api-error'
import { call, request } from '@/lib/client/call'
import { outdate } from '@/lib/client/query'
import { SessionProvider } from '@/lib/client/session'
import { setWritten, tellWritten } from '@/lib/client/written'
import { collect } from '@/lib/domains/collect/contract'
import { staff, type UserRow } from '@/lib/domains/staff/contract'
import { bulk } from '@/lib/platform/bulk/contract'
import { useVerbs } from './use-verbs'
import { verb } from './verb'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))
const called = jest.mocked(call)
const asked = jest.mocked(request)
const shown = { success: jest.spyOn(toast, 'success'), error: jest.spyOn(toast, 'error') }
const user = userEvent.setup()

const users = defineList({
  name: 'users',
  endpoint: staff.users,
  title: 'routes.adminUsers',
  filters: [],
  columns: [{ key: 'name', label: 'staff.name' }],
})
const stop = verb(staff.setUserStatus, {
  label: 'staff.stop',
  tone: 'danger',
  name: ({ name }: UserRow) => name,
  words: ({ account }: UserRow) => ({ account }),
  permit: ({ above }: UserRow) => (above ? { ok: false, reason: 'staff.refusal.above' } : { ok: true }),
  ask: 'staff.stopQuestion',
  many: 'staff.stopMany',
  input: ({ id }) => ({ id, enabled: false }),
  done: 'staff.stopped',
})
const revoke = verb(collect.revokeLinks, {
  label: 'collect.revoke',
  name: ({ name }: UserRow) => name,
  many: 'collect.revokeMany',
  inputOfAll: (rows) => ({ ids: rows.map(({ id }) => id) }),
  done: 'collect.revoked',
})

/** Of users whose name has no 王, and asked for a reason where 李伟 is among them. */
const close = verb(collect.revokeLinks, {
  label: 'collect.revoke',
  name: ({ name }: UserRow) => name,
  of: ({ name }: UserRow) => !name.startsWith('王'),
  many: 'collect.revokeMany',
  fields: {
    reason: {
      kind: 'text',
      label: 'changes.reason',
      maxLength: 20,
      of: ({ name }: UserRow) => name === '李伟',
    },
  },
  inputOfAll: (rows) => ({ ids: rows.map(({ id }) => id) }),
  left: (_output, rows) => rows.slice(1).map((row) => ({ row, reason: '已被使用' })),
  done: 'collect.revoked',
})

const archive = verb(collect.revokeLinks, {
  label: 'collect.revoke',
  name: ({ name }: UserRow) => name,
  many: true,
  inputOfAll: (rows) => ({ ids: rows.map(({ id }) => id) }),
  done: 'collect.revoked',
})
const start = verb(staff.setUserStatus, {
  label: 'staff.start',
  name: ({ name }: UserRow) => name,
  input: ({ id }) => ({ id, enabled: true }),
  done: 'staff.stopped',
})

const row = (id: number, name: string, above = false) => ({
  id,
  rowVersion: id + 10,
  name,
  account: name,
  above,
})
const page = (start: number) =>
  start === 0 ? [row(1, '陈静'), row(2, '李伟'), row(3, '王芳'), row(4, '管理员', true)] : [row(5, '赵敏')]

function Screen({ verbs }: { verbs: Parameters<typeof useVerbs<UserRow, string>>[0] }) {
  const client = useQueryClient()
  useEffect(() => {
    setWritten((subject) => outdate(client, subject))
    return () => setWritten(undefined)
  }, [client])
  return <ListScreen list={users} verbs={useVerbs(verbs)} />
}

async function open(
  verbs: Parameters<typeof Screen>[0]['verbs'],
  permissions = ['sys:user:save', 'order:create'],
) {
  asked.mockImplementation(async (endpoint, input) => {
    if (endpoint.path !== staff.users.path) return { value: null } as never
    const { start } = input as { start: number }
    return { data: page(start), total: 21, pageNo: 1, allPage: 2 } as never
  })
  const session = { user: { id: 9, name: '甲', account: 'a' }, roles: [], permissions, demo: false }
  render(
    <SessionProvider session={session as never}>
      <TestPage>
        <ConfirmProvider>
          <Screen verbs={verbs} />
        </ConfirmProvider>
      </TestPage>
    </SessionProvider>,
  )
  await screen.findByRole('cell', { name: '陈静' })
}
const inRow = (name: string) => within(screen.getByRole('cell', { name }).closest('tr') as HTMLElement)
const box = (name: string) => inRow(name).getByRole('checkbox')
const choose = (...names: string[]) =>
  names.reduce((before, name) => before.then(() => user.click(box(name))), Promise.resolve())
const press = (name: string) => user.click(screen.getByRole('button', { name }))

beforeAll(async () => {
  await Promise.all([import('@/components/ui/confirm-dialog'), import('./verb-dialog')])
}, 60_000)
beforeEach(() => {
  for (const mock of [called, asked, ...Object.values(shown)]) mock.mockReset()
})

const answered = async (role: 'alertdialog' | 'dialog', name: string) =>
  user.click(within(await screen.findByRole(role)).getByRole('button', { name }))

test('a verb asks, sends the version of its row, runs once, and says that it is done', async () => {
  let answer: (value: unknown) => void = () => {}
  called.mockReturnValue(new Promise((resolve) => (answer = resolve)))
  await open({ stop })
  const button = inRow('陈静').getByRole('button', { name: '停用' })
  await user.click(button)
  // Words of its own do not take the name away.
  expect(await screen.findByRole('alertdialog')).not.toHaveTextContent('{')
  await answered('alertdialog', '停用')
  expect(button).toHaveAttribute('aria-busy', 'true')
  await user.click(button)
  await user.click(inRow('李伟').getByRole('button', { name: '停用' }))
  answer({})
  await waitFor(() => expect(shown.success).toHaveBeenCalledTimes(1))
  expect(called.mock.calls).toEqual([[staff.setUserStatus, { id: 1, rowVersion: 11, enabled: false }]])
  expect(button).not.toHaveAttribute('aria-busy')
})

/** The two take each other back; the second asks why. */
const pair = {
  stop: verb(staff.setUserStatus, {
    label: 'staff.stop',
    name: ({ name }: UserRow) => name,
    undo: 'start',
    input: ({ id }) => ({ id, enabled: false }),
    done: 'staff.stopped',
  }),
  start: verb(staff.setUserStatus, {
    label: 'staff.start',
    name: ({ name }: UserRow) => name,
    of: ({ name }) => name === '',
    undo: 'stop',
    fields: { reason: { kind: 'text', label: 'changes.reason', required: true, maxLength: 20 } },
    input: ({ id }, { reason }) => ({ id, enabled: true, reason }) as never,
    done: 'staff.started',
  }),
}
const offeredUndo = async () => {
  await waitFor(() => expect(shown.success).toHaveBeenCalledTimes(1))
  const act = shown.success.mock.calls[0]?.[1]
  if (!act) throw new Error('nothing takes it back')
  return act
}

test('what was done is taken back by its inverse, with the version that it left and a reason', async () => {
  called.mockResolvedValue({})
  await open(pair)
  await user.click(inRow('陈静').getByRole('button', { name: '停用' }))
  const { label, run } = await offeredUndo()
  expect(label).toBe('撤销')
  run()
  await waitFor(() => expect(shown.success).toHaveBeenLastCalledWith('已撤销“停用”: 陈静'))
  expect(called.mock.calls.at(-1)).toEqual([
    staff.setUserStatus,
    { id: 1, rowVersion: 12, enabled: true, reason: '撤销刚才的“停用”' },
  ])
})

test('what somebody else has changed meanwhile is not taken back, and it says who', async () => {
  called.mockResolvedValueOnce({})
  await open(pair)
  await user.click(inRow('陈静').getByRole('button', { name: '停用' }))
  const { run } = await offeredUndo()
  const conflict = { rowVersion: 13, updatedBy: '周洁', updatedAt: '2025-08-01T02:00:00Z', changes: [] }
  called.mockRejectedValueOnce(new ApiError(409, { message: '数据已被他人修改', conflict }))
  run()
  await waitFor(() => expect(shown.error).toHaveBeenCalledWith(expect.stringContaining('周洁')))
  expect(shown.success).toHaveBeenCalledTimes(1)
})

test('where the inverse is not offered, nothing is promised', async () => {
  called.mockResolvedValue({})
  await open({ stop: pair.stop })
  await user.click(inRow('陈静').getByRole('button', { name: '停用' }))
  await waitFor(() => expect(shown.success).toHaveBeenCalledTimes(1))
  expect(shown.success.mock.calls[0]).toHaveLength(1)
})

test('the next verb on a row waits for the version that the one before left', async () => {
  called.mockImplementation(async (endpoint) => void tellWritten(endpoint) as never)
  await open({ start })
  let shownAgain: () => void = () => {}
  const first = asked.getMockImplementation()
  asked.mockImplementation(async (endpoint, input) => {
    if (endpoint.path === staff.users.path) await new Promise<void>((resolve) => (shownAgain = resolve))
    const answer = (await first?.(endpoint, input)) as unknown as { data: UserRow[] }
    return {
      ...answer,
      data: answer.data?.map((one) => ({ ...one, rowVersion: one.rowVersion + 1 })),
    } as never
  })
  const button = inRow('陈静').getByRole('button', { name: '启用' })
  await user.click(button)
  await waitFor(() => expect(shown.success).toHaveBeenCalledTimes(1))
  await user.click(button)
  expect(called).toHaveBeenCalledTimes(1)
  shownAgain()
  await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'))
  await user.click(button)
  expect(called.mock.calls.map(([, input]) => (input as { rowVersion: number }).rowVersion)).toEqual([11, 12])
})

test('a verb of one call that needs no question is done to those that were chosen at once', async () => {
  called.mockResolvedValue({} as never)
  await open({ archive })
  await choose('陈静', '李伟')
  const bar = screen.getByText('已选 2 条').parentElement as HTMLElement
  await user.click(within(bar).getByRole('button', { name: '作废' }))
  await waitFor(() => expect(called).toHaveBeenCalledTimes(1))
  expect(called.mock.calls).toEqual([[collect.revokeLinks, { ids: [1, 2] }]])
  await waitFor(() => expect(screen.queryByText(/^已选/)).not.toBeInTheDocument())
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('a conflict is said once, with who was first', async () => {
  const conflict = { rowVersion: 12, updatedBy: '周洁', updatedAt: '2025-08-01T02:00:00Z', changes: [] }
  const error = new ApiError(409, { message: '数据已被他人修改，请刷新', conflict })
  called.mockRejectedValue(error)
  await open({ stop })
  await user.click(inRow('陈静').getByRole('button', { name: '停用' }))
  await answered('alertdialog', '停用')
  await waitFor(() => expect(shown.error).toHaveBeenCalledTimes(1))
  expect(shown.error).toHaveBeenCalledWith(expect.stringContaining('周洁 已于 2025-08-01 10:00'))
  // The funnel leaves it.
  expect(error.told).toBe(true)
})

test('a conflict says which fields were changed, where the service tells them', async () => {
  const who = { rowVersion: 12, updatedBy: '周洁', updatedAt: '2025-08-01T02:00:00Z', changes: [] }
  const conflict = { ...who, changed: ['状态', '原因'] }
  called.mockRejectedValue(new ApiError(409, { message: '数据已被他人修改，请刷新', conflict }))
  await open({ stop })
  await user.click(inRow('陈静').getByRole('button', { name: '停用' }))
  await answered('alertdialog', '停用')
  await waitFor(() =>
    expect(shown.error).toHaveBeenCalledWith(expect.stringContaining('修改这条数据（状态、原因）')),
  )
})

test('a refused verb stands in 更多 with its reason, and its row cannot be chosen', async () => {
  await open({ stop })
  expect(box('管理员')).toBeDisabled()
  await user.click(inRow('管理员').getByRole('button', { name: '更多' }))
  expect(await screen.findByRole('menuitem', { name: /停用/ })).toHaveTextContent(
    '该用户拥有您没有的管理权限',
  )
})

test('who lacks the permission of the call has neither button nor boxes', async () => {
  await open({ stop }, [])
  expect(screen.queryByRole('button', { name: '停用' })).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
})

/** A run as the service tells it, with what came of each row. */
const runIs = (state: string, ...rows: [state: string, reason?: string][]) => ({
  id: 7,
  title: '停用',
  state,
  total: rows.length,
  startedAt: '',
  endedAt: null,
  done: rows.filter(([state]) => state === 'done').length,
  refused: rows.filter(([state]) => state === 'refused').length,
  rows: rows.map(([state, reason = '']) => ({ name: '', state, reason, hint: '' })),
})
/** Answers each look at the run with the next of these, and the last for ever. */
function runs(...answers: ReturnType<typeof runIs>[]) {
  const pageOf = asked.getMockImplementation()
  asked.mockImplementation(async (endpoint, input, options) =>
    endpoint.path === bulk.get.path
      ? ((answers.length > 1 ? answers.shift() : answers[0]) as never)
      : (pageOf?.(endpoint, input, options) as never),
  )
  called.mockResolvedValue({ id: 7 } as never)
}

test('many rows, over pages, are one call; what was refused is told and stays chosen', async () => {
  await open({ stop })
  await choose('陈静', '李伟')
  await press('下一页')
  await screen.findByRole('cell', { name: '赵敏' })
  await choose('赵敏')
  expect(screen.getByText('已选 3 条')).toBeVisible()
  runs(
    runIs('running', ['done'], ['waiting'], ['waiting']),
    runIs('done', ['done'], ['refused', '李伟还有未办结的订单'], ['done']),
  )
  await user.click(screen.getAllByRole('button', { name: '停用' })[0] as HTMLElement)
  const dialog = await screen.findByRole('dialog', { name: '停用 3 个用户?' })
  await user.click(within(dialog).getByRole('button', { name: '停用' }))
  expect(await screen.findByRole('progressbar', { name: '进度' })).toHaveAttribute('value', '1')
  const left = await screen.findByRole('dialog', { name: '停用: 1 条未完成' }, { timeout: 10_000 })
  expect(within(left).getByRole('row', { name: /李伟/ })).toHaveTextContent('李伟还有未办结的订单')
  expect(shown.success).toHaveBeenCalledWith('停用: 已完成 2 条')
  const rows = [
    ['陈静', 1],
    ['李伟', 2],
    ['赵敏', 5],
  ].map(([name, id]) => ({
    name,
    fields: { id: String(id), rowVersion: String(Number(id) + 10), enabled: 'false' },
  }))
  expect(called.mock.calls).toEqual([[bulk.start, { title: '停用', path: staff.setUserStatus.path, rows }]])
  await user.click(within(left).getByRole('button', { name: '关闭' }))
  expect(await screen.findByText('已选 1 条')).toBeVisible()
})

test('停止 leaves the rows that have not begun', async () => {
  await open({ stop })
  await choose('陈静', '李伟', '王芳')
  runs(runIs('running', ['done'], ['waiting'], ['waiting']))
  await user.click(screen.getAllByRole('button', { name: '停用' })[0] as HTMLElement)
  await answered('dialog', '停用')
  await screen.findByRole('progressbar', { name: '进度' })
  runs(runIs('stopped', ['done'], ['waiting'], ['waiting']))
  await answered('dialog', '停止')
  const left = await screen.findByRole('dialog', { name: '停用: 2 条未完成' }, { timeout: 10_000 })
  expect(called).toHaveBeenLastCalledWith(bulk.stop, { id: 7 })
  expect(within(left).getAllByText('未执行')).toHaveLength(2)
})

test('what goes on in the background is said, and nothing stays chosen', async () => {
  const info = jest.spyOn(toast, 'info')
  await open({ stop })
  await choose('陈静', '李伟')
  runs(runIs('running', ['waiting'], ['waiting']))
  await user.click(screen.getAllByRole('button', { name: '停用' })[0] as HTMLElement)
  await answered('dialog', '停用')
  await screen.findByRole('progressbar', { name: '进度' })
  await answered('dialog', '后台继续')
  expect(info).toHaveBeenCalledWith('操作在后台继续，结果见「批量操作」')
  await waitFor(() => expect(screen.queryByText(/^已选/)).not.toBeInTheDocument())
})

test('a call that takes many rows is made once', async () => {
  called.mockResolvedValue({})
  await open({ revoke })
  await user.click(box('陈静'))
  await user.keyboard('{Shift>}')
  await user.click(box('王芳'))
  await user.keyboard('{/Shift}')
  expect(screen.getByText('已选 3 条')).toBeVisible()
  await user.click(screen.getAllByRole('button', { name: '作废' })[0] as HTMLElement)
  await answered('dialog', '作废')
  await waitFor(() => expect(shown.success).toHaveBeenCalledWith('已作废 3 个链接'))
  expect(called.mock.calls).toEqual([[collect.revokeLinks, { ids: [1, 2, 3] }]])
  await waitFor(() => expect(screen.queryByText(/已选/)).toBeNull())
})

test('of one call too, rows that it is not for are left out by name, and what its answer left is told and stays chosen', async () => {
  called.mockResolvedValue({})
  // 停用 lets 王芳 be chosen.
  await open({ close, stop })
  await choose('陈静', '李伟', '王芳')
  await user.click(screen.getAllByRole('button', { name: '作废' })[0] as HTMLElement)
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('不在其中: 王芳')
  expect(within(dialog).queryByLabelText(/原因/)).not.toBeNull()
  await answered('dialog', '作废')
  const left = await screen.findByRole('dialog', { name: '作废: 2 条未完成' })
  expect(called.mock.calls).toEqual([[collect.revokeLinks, { ids: [1, 2] }]])
  expect(shown.success).toHaveBeenCalledWith('已作废 1 个链接')
  const reasons = within(left).getAllByRole('row').slice(1)
  expect(reasons.map(({ textContent }) => textContent)).toEqual([
    '李伟已被使用',
    '王芳当前状态不能进行该操作',
  ])
  await user.click(within(left).getByRole('button', { name: '关闭' }))
  expect(await screen.findByText('已选 2 条')).not.toBeNull()
})

test('a field that none of the rows wants is not asked for', async () => {
  called.mockResolvedValue({})
  await open({ close })
  await user.click(inRow('陈静').getByRole('button', { name: '作废' }))
  await waitFor(() => expect(called).toHaveBeenCalledTimes(1))
  expect(screen.queryByRole('dialog')).toBeNull()
})
