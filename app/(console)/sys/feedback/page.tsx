import { TabPanel } from '@/components/shell/tab-panel'
import { requirePermission } from '@/lib/bff/page-session'
import { FeedbackListScreen } from './screen'

export default async function Page() {
  await requirePermission('sys:feedback:list')
  return (
    <TabPanel>
      <FeedbackListScreen />
    </TabPanel>
  )
}
