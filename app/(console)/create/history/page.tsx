import { TabPanel } from '@/components/shell/tab-panel'
import { IntakeHistoryScreen } from './screen'

export default function Page() {
  return (
    <TabPanel>
      <IntakeHistoryScreen />
    </TabPanel>
  )
}
