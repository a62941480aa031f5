import { TabPanel } from '@/components/shell/tab-panel'
import { requirePermission } from '@/lib/bff/page-session'
import { OperationLogScreen } from './screen'

export default async function Page() {
  await requirePermission('sys:operationlog:list')
  return (
    <TabPanel>
      <OperationLogScreen />
    </TabPanel>
  )
}
