import { TabPanel } from '@/components/shell/tab-panel'
import { IntakeListScreen } from './screen'

export default function Page() {
  return (
    <TabPanel>
      <IntakeListScreen />
    </TabPanel>
  )
}
