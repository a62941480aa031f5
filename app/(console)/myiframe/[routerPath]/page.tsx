import { redirect } from 'next/navigation'
import { consolePage } from '@/app/(console)/_parts/console-page'
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
export default consolePage(
  'externalFrame',
  async ({ routerPath }) => {
    const brand = await getBrand()
    const outside = encodedAddress(routerPath)
    if (outside !== undefined) {
      const address = frameAddress(outside, brand)
      const name = address ? new URL(address).host : outside.slice(0, shownChars)
      return <FrameScreen name={name} address={address} />
    }
    const entry = await menuEntryOf(routerPath)
    if (!entry || !/^https?:/i.test(entry.url)) redirect(href('notFound'))
    return (
      <FrameScreen
        name={entry.name}
        address={frameAddress(entry.url, brand)}
        ownWindow={entry.meta.external}
      />
    )
  },
  async ({ routerPath }) => (await menuEntryOf(routerPath))?.meta.keepAlive,
)
