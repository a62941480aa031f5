import { TabPanel } from '@/components/shell/tab-host'
import { HomeScreen } from './screen'

export default function Page() {
  return (
    <TabPanel>
      <HomeScreen />
    </TabPanel>
  )
}
