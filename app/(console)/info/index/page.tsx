import { TabPanel } from '@/components/shell/tab-host'
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
