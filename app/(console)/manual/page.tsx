import { consolePage } from '@/app/(console)/_parts/console-page'
import { Manual } from '@/components/manual/manual'
import { documentPictures, readManual } from '@/lib/bff/documents'
import { getT } from '@/lib/i18n/get-t'

export default consolePage('manual', async () => {
  const [t, text] = await Promise.all([getT(), readManual()])
  return <Manual title={t('routes.manual')} text={text} pictures={documentPictures} />
})
