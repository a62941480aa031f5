import { TabPanel } from '@/components/shell/tab-panel'
import { PreReviewScreen } from './screen'

export default function Page() {
  return (
    <TabPanel>
      <PreReviewScreen />
    </TabPanel>
  )
}
