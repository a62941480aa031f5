import { TabPanel } from '@/components/shell/tab-panel'
import { getBrand } from '@/lib/bff/page-session'
import { PersonalInfoScreen } from './screen'

export default async function Page() {
  const { code } = await getBrand()
  return (
    <TabPanel>
      <PersonalInfoScreen tenant={code} />
    </TabPanel>
  )
}
