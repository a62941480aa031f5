import { TabPanel } from '@/components/shell/tab-host'
import { MessageCentreScreen } from './screen'

export default function Page() {
  return (
    <TabPanel>
      <MessageCentreScreen />
    </TabPanel>
  )
}
