import { TabPanel } from '@/components/shell/tab-panel'
import { OrderQueryScreen } from './screen'

export default function Page() {
  return (
    <TabPanel>
      <OrderQueryScreen />
    </TabPanel>
  )
}
