import { TabPanel } from '@/components/shell/tab-panel'
import { requirePermission } from '@/lib/bff/page-session'
import { OnlineUsersScreen } from './screen'

export default async function Page() {
  await requirePermission('sys:online:list')
  return (
    <TabPanel>
      <OnlineUsersScreen />
    </TabPanel>
  )
}
