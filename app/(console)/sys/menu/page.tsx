import { consolePage } from '@/app/(console)/_parts/console-page'
import { getBrand } from '@/lib/bff/page-session'
import { MenuAdministrationScreen } from './screen'

export default consolePage('adminMenus', async () => {
  const { frameHosts = [] } = await getBrand()
  return <MenuAdministrationScreen frameHosts={frameHosts} />
})
