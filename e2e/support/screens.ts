import { expect, type Page } from '@playwright/test'
import { ownServer } from './servers.ts'
import { ask, expectLoaded, numberLink, rows } from './shell.ts'

export type Screen = {
  /** Of its picture: docs/screenshots/<name>-<width>.png. */
  name: string
  person: 'guest' | 'entry_clerk' | 'pre_reviewer' | 'first_reviewer' | 'admin'
  path: string
  /** What it is made of: screens of one kind have their parts in common. */
  kind: 'public' | 'home' | 'list' | 'form' | 'record' | 'board' | 'text'
  /** Name of the host that shows it; the server's unless told. */
  host?: string
  /** A text or heading that is there once the screen has its data. */
  shows: string | RegExp
  /** The list whose first row opens it. */
  from?: { list: string; by: 'number' | '录单' | '编辑' | '进度' | '处理' }
  /** Shown after the person has locked the screen, with this password hashed; nothing else is, from then on. */
  lockedWith?: string
}

/** Every screen of the console that is built. */
export const screens: readonly Screen[] = [
  { name: 'login', kind: 'public', person: 'guest', path: '/login', shows: '演示账号' },
  {
    name: 'collect',
    kind: 'form',
    person: 'guest',
    host: 'qinghe.localhost',
    path: '/collectUserInformation',
    shows: '购车融资意向登记',
  },
  {
    name: 'collect-unknown',
    kind: 'public',
    person: 'guest',
    path: '/collectUserInformation?t=unknown',
    shows: '链接无效',
  },
  { name: 'home', kind: 'home', person: 'entry_clerk', path: '/wel/index', shows: '近14天' },
  { name: 'intake-list', kind: 'list', person: 'entry_clerk', path: '/create/index', shows: /^共 / },
  {
    name: 'intake-form',
    kind: 'form',
    person: 'entry_clerk',
    path: '/create/shenfen',
    shows: '门店与客户经理',
  },
  {
    name: 'intake-details',
    kind: 'record',
    person: 'entry_clerk',
    path: '/create/details',
    shows: '风控提示',
    from: { list: '/create/index?status=wait_entry', by: 'number' },
  },
  { name: 'intake-history', kind: 'list', person: 'entry_clerk', path: '/create/history', shows: /^共 / },
  {
    name: 'order-entry',
    kind: 'form',
    person: 'entry_clerk',
    path: '/record/shenfen',
    shows: '职业与收入',
    from: { list: '/create/index?status=wait_entry', by: '录单' },
  },
  {
    name: 'record-details',
    kind: 'record',
    person: 'entry_clerk',
    path: '/record/details',
    shows: '报价快照',
    from: { list: '/order/query?status=released', by: 'number' },
  },
  {
    name: 'progress',
    kind: 'record',
    person: 'entry_clerk',
    path: '/record/shenhe',
    shows: '环节',
    from: { list: '/order/query?status=released', by: '进度' },
  },
  { name: 'order-query', kind: 'list', person: 'entry_clerk', path: '/order/query', shows: /^共 / },
  { name: 'message-centre', kind: 'board', person: 'entry_clerk', path: '/info/message', shows: /^共 / },
  { name: 'personal-info', kind: 'board', person: 'entry_clerk', path: '/info/index', shows: '个性签名' },
  { name: 'release-notes', kind: 'text', person: 'entry_clerk', path: '/releases', shows: '当前版本' },
  {
    name: 'not-found',
    kind: 'text',
    person: 'entry_clerk',
    path: '/no/such/page',
    shows: '抱歉，页面不存在',
  },
  {
    name: 'pre-review-pool',
    kind: 'list',
    person: 'pre_reviewer',
    path: '/mycheopeone/index',
    shows: /^共 /,
  },
  {
    name: 'pre-review',
    kind: 'record',
    person: 'pre_reviewer',
    path: '/mycheopeone/details',
    shows: '审核意见',
    from: { list: '/mycheopeone/index?claim=mine', by: '处理' },
  },
  { name: 'users', kind: 'list', person: 'admin', path: '/sys/user', shows: 'archivist' },
  { name: 'roles', kind: 'list', person: 'admin', path: '/sys/role', shows: 'archivist' },
  { name: 'role-form', kind: 'form', person: 'admin', path: '/sys/role/form', shows: '操作权限' },
  { name: 'menus', kind: 'board', person: 'admin', path: '/sys/menu', shows: '/business-work' },
  { name: 'dictionaries', kind: 'board', person: 'admin', path: '/sys/dictionary', shows: /^共 / },
  { name: 'tenant-settings', kind: 'board', person: 'admin', path: '/sys/tenant', shows: '部署设定' },
  { name: 'seats', kind: 'list', person: 'admin', path: '/sys/seat', shows: /^共 / },
  { name: 'notices', kind: 'list', person: 'admin', path: '/sys/notice', shows: '写通知' },
  { name: 'login-log', kind: 'list', person: 'admin', path: '/sys/loginlog', shows: /^共 / },
  { name: 'operation-log', kind: 'list', person: 'admin', path: '/sys/operationlog', shows: /^共 / },
  { name: 'online-users', kind: 'list', person: 'admin', path: '/sys/online', shows: /^共 / },
  { name: 'feedback-list', kind: 'list', person: 'admin', path: '/sys/feedback', shows: /^共 / },
  { name: 'error-log-list', kind: 'list', person: 'admin', path: '/sys/errorlog', shows: /^共 / },
  {
    name: 'lock',
    kind: 'public',
    person: 'first_reviewer',
    path: '/lock',
    shows: '解锁',
    lockedWith: '81dc9bdb52d04dc20036dbd8313ed055',
  },
]

/** The screens by the person who looks at them. */
export const screensOf = () => Map.groupBy(screens, ({ person }) => person)

/** Opens a screen and waits until it shows its data and nothing moves any more. */
export async function showScreen(page: Page, { path, host, from, shows, lockedWith }: Screen): Promise<void> {
  if (lockedWith) {
    await ask(page, '/biz/identity/session/lock', { password: lockedWith })
    // The page follows by itself.
    await page.waitForURL((url) => url.pathname === path)
  } else if (!from) await page.goto(host ? onHost(host, path) : path)
  else {
    await page.goto(from.list)
    await expectLoaded(page)
    const row = rows(page).first()
    const link = from.by === 'number' ? numberLink(row) : row.getByRole('link', { name: from.by })
    await page.goto((await link.getAttribute('href')) ?? '')
  }
  await expect(page.getByText(shows).first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]').filter({ visible: true })).toHaveCount(0)
  await page.evaluate(async () => {
    await document.fonts.ready
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)))
  })
}

function onHost(host: string, path: string): string {
  const url = new URL(path, ownServer)
  url.hostname = host
  return url.href
}
