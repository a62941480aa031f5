import { TabPanel } from '@/components/shell/tab-panel'
import { requirePermission } from '@/lib/bff/page-session'
import { LoginLogScreen } from './screen'

export default async function Page() {
  await requirePermission('sys:loginlog:list')
  return (
    <TabPanel>
      <LoginLogScreen />
    </TabPanel>
  )
}
