import { TabPanel } from '@/components/shell/tab-host'
import { PrePoolScreen } from './screen'

export default function Page() {
  return (
    <TabPanel>
      <PrePoolScreen />
    </TabPanel>
  )
}
