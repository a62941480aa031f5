import { Manual } from '@/components/manual/manual'
import { TabPanel } from '@/components/shell/tab-panel'
import { documentPictures, readManual } from '@/lib/bff/documents'
import { getT } from '@/lib/i18n/get-t'

export default async function Page() {
  const [t, text] = await Promise.all([getT(), readManual()])
  return (
    <TabPanel>
      <Manual title={t('routes.manual')} text={text} pictures={documentPictures} />
    </TabPanel>
  )
}
