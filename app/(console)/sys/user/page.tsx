import { TabPanel } from '@/components/shell/tab-panel'
import { requirePermission } from '@/lib/bff/page-session'
import { UsersScreen } from './screen'

export default async function Page() {
  await requirePermission('sys:user:list')
  return (
    <TabPanel>
      <UsersScreen />
    </TabPanel>
  )
}
