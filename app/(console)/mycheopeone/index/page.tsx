import { TabPanel } from '@/components/shell/tab-panel'
import { PrePoolScreen } from './screen'

export default function Page() {
  return (
    <TabPanel>
      <PrePoolScreen />
    </TabPanel>
  )
}
