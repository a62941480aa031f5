import type { Metadata } from 'next'
import { TabPanel } from '@/components/shell/tab-host'
import { getT } from '@/lib/i18n/get-t'
import { Screen } from './screen'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getT()
  return { title: t('shell.documentTitle', { label: t('routes.entryStandard') }) }
}

export default function Page() {
  return (
    <TabPanel>
      <Screen />
    </TabPanel>
  )
}
