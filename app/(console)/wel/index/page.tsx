import { TabPanel } from '@/components/shell/tab-panel'
import { firstAnswers } from '@/lib/bff/first-answers'
import { FirstAnswers } from '@/lib/client/first-answers'
import { reads } from './_parts/reads'
import { HomeScreen } from './screen'

export default async function Page() {
  return (
    <TabPanel>
      <FirstAnswers answers={await firstAnswers(Object.values(reads))}>
        <HomeScreen />
      </FirstAnswers>
    </TabPanel>
  )
}
