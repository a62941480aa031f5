import { TabPanel } from '@/components/shell/tab-panel'
import { MessageCentreScreen } from './screen'

export default function Page() {
  return (
    <TabPanel>
      <MessageCentreScreen />
    </TabPanel>
  )
}
