import { TabPanel } from '@/components/shell/tab-panel'
import { requirePermission } from '@/lib/bff/page-session'
import { SeatsScreen } from './screen'

export default async function Page() {
  await requirePermission('sys:seat:list')
  return (
    <TabPanel>
      <SeatsScreen />
    </TabPanel>
  )
}
