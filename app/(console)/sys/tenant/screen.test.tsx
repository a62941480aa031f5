import '@testing-library/jest-dom'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ConfirmProvider } from '@/components/ui/confirm'
import { TestPage } from '@/components/ui/test-page'
import { connectToasts } from '@/components/ui/toast'
import { call, request } from '@/lib/client/call'
import { SessionProvider } from '@/lib/client/session'
import { type Permission, permissionsOf } from '@/lib/domains/identity/rules/roles'
import { type TenantSettings, tenants } from '@/lib/domains/tenants/contract'
import { TenantScreen } from './screen'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))

const deployed = {
  title: '部署标题',
  themeColor: '#1766B8',
  logo: '/brand/a/logo.svg',
  favicon: '/brand/a/favicon.svg',
  idleLockMinutes: 30,
  hosts: ['a.example'],
  frameHosts: [],
}
let settings: TenantSettings
const toasts: string[] = []

beforeEach(() => {
  settings = {
    name: '甲公司',
    title: null,
    themeColor: null,
    watermark: null,
    collectOpen: false,
    bizModes: ['assist_loan'],
    rowVersion: 3,
    idleLockMinutes: null,
    sessionIdleMinutes: 60,
    sessionHours: null,
    takesOfficial: false,
    sealBy: 'own',
    payBy: 'port',
    releaseCutoff: null,
    logo: null,
    favicon: null,
  }
  toasts.length = 0
  connectToasts(({ message }) => toasts.push(message))
  jest.mocked(request).mockImplementation(async () => settings)
  jest.mocked(call).mockImplementation(async (endpoint) => {
    settings = { ...settings, rowVersion: settings.rowVersion + 1 }
    return endpoint === tenants.officialToken
      ? { rowVersion: settings.rowVersion, token: 'only-once' }
      : { rowVersion: settings.rowVersion }
  })
})
afterEach(() => {
  connectToasts(undefined)
  jest.clearAllMocks()
})

async function open(permissions: readonly Permission[] = permissionsOf(['admin'])) {
  const session = {
    user: { id: 1, name: '管理员', account: 'admin' },
    roles: ['admin'],
    permissions: [...permissions],
    demo: false,
  }
  render(
    <TestPage tab={{ query: '', dirty: false }}>
      <ConfirmProvider>
        <SessionProvider session={session}>
          <TenantScreen deployed={deployed} />
        </SessionProvider>
      </ConfirmProvider>
    </TestPage>,
  )
  await screen.findByRole('textbox', { name: /^租户名称/ })
}
const field = (name: string) => screen.getByRole('textbox', { name })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('an empty field is as deployed, and is saved as not set', async () => {
  await open()
  expect(screen.getByText('未填写则使用部署设定：部署标题')).toBeVisible()
  await userEvent.type(field('水印文字'), '内部')
  await press('保存')
  await waitFor(() => expect(toasts).toEqual(['已保存，所有页面随即更新']))
  expect(call).toHaveBeenCalledWith(tenants.save, {
    name: '甲公司',
    title: '',
    themeColor: '',
    watermark: '内部',
    collectOpen: false,
    bizModes: ['assist_loan'],
    rowVersion: 3,
    idleLockMinutes: undefined,
    sessionIdleMinutes: 60,
    sessionHours: undefined,
    sealBy: 'own',
    payBy: 'port',
    releaseCutoff: '',
  })
})

test('warns of a colour that no text can have, and refuses what is none', async () => {
  await open()
  expect(screen.queryByText(/对比度/)).not.toBeInTheDocument()
  await userEvent.type(field('主题色'), '#409EFF')
  expect(screen.getByText(/^与白色的对比度为 2.8，低于 4.5/)).toBeVisible()
  await userEvent.clear(field('主题色'))
  await userEvent.type(field('主题色'), '#40')
  await press('保存')
  expect(await screen.findByText('请输入 #RRGGBB 格式的颜色')).toBeVisible()
  expect(call).not.toHaveBeenCalled()
})

test.each([
  ['无操作锁屏', '481', '请输入 0 至 480 之间的整数'],
  ['会话空闲上限', '9', '请输入 10 至 120 之间的整数'],
  ['会话最长时间', '13', '请输入 1 至 12 之间的整数'],
])('%s of %s is out of its bounds', async (name, text, message) => {
  await open()
  await userEvent.clear(field(name))
  await userEvent.type(field(name), text)
  await press('保存')
  expect(await screen.findByText(message)).toBeVisible()
  expect(call).not.toHaveBeenCalled()
})

test('shows a new token once', async () => {
  await open()
  await press('生成令牌')
  expect(await screen.findByText('only-once')).toBeVisible()
  expect(call).toHaveBeenCalledWith(tenants.officialToken, { rowVersion: 3, on: true })
})

test('who may only look has nothing to press', async () => {
  await open(['sys:tenant:list'])
  expect(field('系统标题')).toHaveAttribute('readonly')
  expect(screen.queryByRole('button', { name: '保存' })).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: '上传' })).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: '生成令牌' })).not.toBeInTheDocument()
})
