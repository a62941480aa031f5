import { Manual } from '@/components/manual/manual'
import { TabPanel } from '@/components/shell/tab-host'
import { documentPictures, readDocument } from '@/lib/bff/documents'
import { getT } from '@/lib/i18n/get-t'

export default async function Page() {
  const [t, text] = await Promise.all([getT(), readDocument('releaseNotes')])
  return (
    <TabPanel>
      <Manual title={t('routes.releaseNotes')} text={text} pictures={documentPictures} />
    </TabPanel>
  )
}
