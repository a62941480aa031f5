import { TabPanel } from '@/components/shell/tab-panel'
import { requirePermission } from '@/lib/bff/page-session'
import { RoleScreen } from './screen'

export default async function Page() {
  await requirePermission('sys:role:list')
  return (
    <TabPanel>
      <RoleScreen />
    </TabPanel>
  )
}
