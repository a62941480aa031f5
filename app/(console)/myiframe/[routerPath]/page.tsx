import { redirect } from 'next/navigation'
import { TabPanel } from '@/components/shell/tab-panel'
import { frameAddress } from '@/lib/bff/frame-address'
import { menuEntryOf } from '@/lib/bff/menu-entry'
import { getBrand } from '@/lib/bff/page-session'
import { href } from '@/lib/routes'
import { FrameScreen } from './screen'

/** The page of a menu entry outside the console. Its address comes from the menu alone, never from the browser. */
export default async function Page({ params }: { params: Promise<{ routerPath: string }> }) {
  const { routerPath } = await params
  const [entry, brand] = await Promise.all([menuEntryOf(routerPath), getBrand()])
  if (!entry || !/^https?:/i.test(entry.url)) redirect(href('notFound'))
  return (
    <TabPanel keepAlive={entry.meta.keepAlive}>
      <FrameScreen
        name={entry.name}
        address={frameAddress(entry.url, brand)}
        ownWindow={entry.meta.external}
      />
    </TabPanel>
  )
}
