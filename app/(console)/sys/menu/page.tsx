import { TabPanel } from '@/components/shell/tab-panel'
import { getBrand, requirePermission } from '@/lib/bff/page-session'
import { MenuAdministrationScreen } from './screen'

export default async function Page() {
  await requirePermission('menu:manage')
  const { frameHosts = [] } = await getBrand()
  return (
    <TabPanel>
      <MenuAdministrationScreen frameHosts={frameHosts} />
    </TabPanel>
  )
}
