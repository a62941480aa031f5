import { redirect } from 'next/navigation'
import { TabPanel } from '@/components/shell/tab-panel'
import { firstBelow, menuEntryAt } from '@/lib/bff/menu-entry'
import { requireScreen } from '@/lib/bff/page-session'
import { href } from '@/lib/routes'
import { screenOf } from '@/lib/rules/screen-references'
import { screenAt } from '@/lib/screens'
import { RegisteredScreen } from './_parts/registered-screen'

/**
 * A path that only the server's menu knows (specification point 2): it shows the registered screen that the entry
 * names in `remark`, to whoever may open that screen at its own path. A group leads to its first entry; a path of no
 * entry leads to the page of the 404, outside the frame: it is no tab.
 */
export default async function Page({ params }: { params: Promise<{ menu: string[] }> }) {
  const { menu } = await params
  const entry = await menuEntryAt(`/${menu.map(decodeURIComponent).join('/')}`)
  if (!entry) redirect(href('notFound'))
  const first = firstBelow(entry)
  if (first) redirect(first.url)
  const screen = screenAt(`/${screenOf(entry.remark)}`)
  if (screen) await requireScreen(screen)
  return (
    <TabPanel keepAlive={entry.meta.keepAlive}>
      <RegisteredScreen name={entry.name} reference={entry.remark} />
    </TabPanel>
  )
}
