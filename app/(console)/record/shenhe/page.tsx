import { TabPanel } from '@/components/shell/tab-panel'
import { Screen } from './screen'

export default function Page() {
  return (
    <TabPanel>
      <Screen />
    </TabPanel>
  )
}
