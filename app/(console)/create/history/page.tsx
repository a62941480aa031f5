import { TabPanel } from '@/components/shell/tab-host'
import { IntakeHistoryScreen } from './screen'

export default function Page() {
  return (
    <TabPanel>
      <IntakeHistoryScreen />
    </TabPanel>
  )
}
