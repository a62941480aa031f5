import type { ReactNode } from 'react'
import { TabPanel } from '@/components/shell/tab-panel'
import { requireScreen } from '@/lib/bff/page-session'
import type { RouteParams } from '@/lib/routes'
import type { ScreenKey } from '@/lib/screens'

type Params<K extends ScreenKey> = Promise<RouteParams<K>>

/**
 * The page of a route, and the only way to write one behind the login: who may not open it (lib/screens.ts) gets the
 * page of the 403, everybody else its screen in a tab.
 *
 *     export default consolePage('adminSeats', () => <SeatsScreen />)
 *
 * @param draw called on the server once the page may be shown; reads what its screen needs from there
 * @param keepAlive where not the route alone says it
 */
export function consolePage<K extends ScreenKey>(
  key: K,
  draw: (params: RouteParams<K>) => ReactNode | Promise<ReactNode>,
  keepAlive: (params: RouteParams<K>) => Promise<boolean | undefined> = async () => true,
): (props: { params: Params<K> }) => Promise<ReactNode> {
  return async ({ params }) => {
    const [given] = await Promise.all([params, requireScreen(key)])
    const [content, isKept] = await Promise.all([draw(given), keepAlive(given)])
    return <TabPanel keepAlive={isKept}>{content}</TabPanel>
  }
}
