import { expect, type Page } from '@playwright/test'
import { href, routes } from '../../lib/routes.ts'
import { type Screen as Row, type ScreenKey, screens as table, type Walk } from '../../lib/screens.ts'
import { ownServer } from './servers.ts'
import { ask, expectLoaded, numberLink, rows } from './shell.ts'

export type Screen = Omit<Walk, 'as' | 'kind' | 'from'> & {
  name: string
  person: 'guest' | Walk['as']
  path: string
  kind: 'public' | Walk['kind']
  /** Name of the host that shows it; the server's unless told. */
  host?: string
  shows: string | RegExp
  /** The list whose first row opens it. */
  from?: { list: string } & Pick<NonNullable<Walk['from']>, 'by' | 'onward'>
  /** Shown after the person has locked the screen, with this password hashed; nothing else is, from then on. */
  lockedWith?: string
}

/** Everything that is open without a session, and a page that there is not. */
const around: readonly Screen[] = [
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
  {
    name: 'signing-unknown',
    kind: 'public',
    person: 'guest',
    path: '/signing?t=unknown',
    shows: '链接无效',
  },
  {
    name: 'interview-guest-unknown',
    kind: 'public',
    person: 'guest',
    path: '/interview/guest?t=unknown',
    shows: '链接无效',
  },
  {
    name: 'not-found',
    kind: 'text',
    person: 'entry_clerk',
    path: '/no/such/page',
    shows: '抱歉，页面不存在',
  },
  {
    name: 'lock',
    kind: 'public',
    person: 'first_reviewer',
    path: '/lock',
    shows: '解锁',
    lockedWith: '81dc9bdb52d04dc20036dbd8313ed055',
  },
]

/** Every screen of the console that is built: each row of lib/screens.ts, and what is around them. */
export const screens: readonly Screen[] = [
  ...Object.entries<Row>(table).flatMap(([key, { walk }]) =>
    walk ? [screenOf(key as ScreenKey, walk)] : [],
  ),
  ...around,
]

function screenOf(key: ScreenKey, { as, from, ...walk }: Walk): Screen {
  return {
    name: key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    person: as,
    path: routes[key].path,
    shows: /^共 /,
    ...walk,
    ...(from && { from: { ...from, list: href(from.list, from.query) } }),
  }
}

/** The screens by the person who looks at them. */
export const screensOf = () => Map.groupBy(screens, ({ person }) => person)

/** A way from page to page. */
type Way = (page: Page, address: string) => Promise<unknown>

/** Each page is a load of its own. */
export const byAddress: Way = (page, address) => page.goto(address)

/** Inside the page that is open, as a link of it would lead. */
export const byRouter: Way = async (page, address) => {
  await page.evaluate((address) => {
    const { next } = window as unknown as { next: { router: { push: (to: string) => void } } }
    next.router.push(address)
  }, address)
  await page.waitForURL((url) => url.pathname + url.search === address)
}

/** Opens a screen and waits until it shows its data and nothing moves any more. */
export async function showScreen(
  page: Page,
  { path, host, from, shows, lockedWith }: Screen,
  go = byAddress,
): Promise<void> {
  if (lockedWith) {
    await ask(page, '/biz/identity/session/lock', { password: lockedWith })
    // The page follows by itself.
    await page.waitForURL((url) => url.pathname === path)
  } else if (!from) await go(page, host ? onHost(host, path) : path)
  else {
    await go(page, from.list)
    await expectLoaded(page)
    const row = rows(page).first()
    // Lists of other things than orders lead on by their last link.
    const number = numberLink(row).or(row.locator('td[data-label]').getByRole('link').last())
    const link = from.by === 'number' ? number.first() : row.getByRole('link', { name: from.by })
    await go(page, (await link.getAttribute('href')) ?? '')
    if (from.onward !== undefined) {
      const onward = page.getByRole('main').getByRole('link', { name: from.onward })
      await go(page, (await onward.getAttribute('href')) ?? '')
    }
  }
  // Everything that was open before stays behind it.
  await expect(page.getByText(shows).filter({ visible: true }).first()).toBeVisible()
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
