import { redirect } from 'next/navigation'
import { TabPanel } from '@/components/shell/tab-panel'
import { firstBelow, menuEntryAt } from '@/lib/bff/menu-entry'
import { href } from '@/lib/routes'
import { RegisteredScreen } from './_parts/registered-screen'

/**
 * A path that only the server's menu knows (specification point 2): it shows the registered screen that the entry
 * names in `remark`. A group leads to its first entry; a path of no entry leads to the
 * page of the 404, outside the frame: it is no tab.
 */
export default async function Page({ params }: { params: Promise<{ menu: string[] }> }) {
  const { menu } = await params
  const entry = await menuEntryAt(`/${menu.map(decodeURIComponent).join('/')}`)
  if (!entry) redirect(href('notFound'))
  const first = firstBelow(entry)
  if (first) redirect(first.url)
  return (
    <TabPanel keepAlive={entry.meta.keepAlive}>
      <RegisteredScreen name={entry.name} reference={entry.remark} />
    </TabPanel>
  )
}
