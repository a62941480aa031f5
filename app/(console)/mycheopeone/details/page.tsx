import { TabPanel } from '@/components/shell/tab-host'
import { PreReviewScreen } from './screen'

export default function Page() {
  return (
    <TabPanel>
      <PreReviewScreen />
    </TabPanel>
  )
}
