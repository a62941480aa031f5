import { TabPanel } from '@/components/shell/tab-host'
import { OrderQueryScreen } from './screen'

export default function Page() {
  return (
    <TabPanel>
      <OrderQueryScreen />
    </TabPanel>
  )
}
