import { TabPanel } from '@/components/shell/tab-panel'
import { requirePermission } from '@/lib/bff/page-session'
import { NoticesScreen } from './screen'

export default async function Page() {
  await requirePermission('sys:notice:list')
  return (
    <TabPanel>
      <NoticesScreen />
    </TabPanel>
  )
}
