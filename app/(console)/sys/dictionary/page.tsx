import { TabPanel } from '@/components/shell/tab-panel'
import { requirePermission } from '@/lib/bff/page-session'
import { DictionaryAdministrationScreen } from './screen'

export default async function Page() {
  await requirePermission('dict:manage')
  return (
    <TabPanel>
      <DictionaryAdministrationScreen />
    </TabPanel>
  )
}
