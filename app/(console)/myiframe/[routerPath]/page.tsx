import { redirect } from 'next/navigation'
import { TabPanel } from '@/components/shell/tab-panel'
import { encodedAddress, frameAddress } from '@/lib/bff/frame-address'
import { menuEntryOf } from '@/lib/bff/menu-entry'
import { getBrand } from '@/lib/bff/page-session'
import { href } from '@/lib/routes'
import { FrameScreen } from './screen'

/** So much of an address that is refused is worth showing. */
const shownChars = 60

/**
 * A page outside the console (specification point 2): of a menu entry by its id, or of an address that stands encoded
 * in the path. Either is shown on hosts alone that the operator allows, and said to be refused otherwise.
 */
export default async function Page({ params }: { params: Promise<{ routerPath: string }> }) {
  const { routerPath } = await params
  const brand = await getBrand()
  const outside = encodedAddress(routerPath)
  if (outside !== undefined) {
    const address = frameAddress(outside, brand)
    const name = address ? new URL(address).host : outside.slice(0, shownChars)
    return (
      <TabPanel>
        <FrameScreen name={name} address={address} />
      </TabPanel>
    )
  }
  const entry = await menuEntryOf(routerPath)
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
