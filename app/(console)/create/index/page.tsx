import { TabPanel } from '@/components/shell/tab-host'
import { IntakeListScreen } from './screen'

export default function Page() {
  return (
    <TabPanel>
      <IntakeListScreen />
    </TabPanel>
  )
}
