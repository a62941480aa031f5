import { TabPanel } from '@/components/shell/tab-host'
import { Screen } from './screen'

export default function Page() {
  return (
    <TabPanel>
      <Screen />
    </TabPanel>
  )
}
