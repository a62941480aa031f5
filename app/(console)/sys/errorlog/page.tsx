import { TabPanel } from '@/components/shell/tab-panel'
import { requirePermission } from '@/lib/bff/page-session'
import { ErrorLogScreen } from './screen'

export default async function Page() {
  await requirePermission('sys:errorlog:list')
  return (
    <TabPanel>
      <ErrorLogScreen />
    </TabPanel>
  )
}
