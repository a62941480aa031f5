import { consolePage } from '@/app/(console)/_parts/console-page'
import { Manual } from '@/components/manual/manual'
import { ManualPlace } from '@/components/manual/manual-place'
import { documentPictures, readManual } from '@/lib/bff/documents'
import { getT } from '@/lib/i18n/get-t'
import { routes } from '@/lib/routes'
import { screenKeys, screens } from '@/lib/screens'

const headings = Object.fromEntries(screenKeys.map((key) => [routes[key].path, screens[key].help]))

export default consolePage('manual', async () => {
  const [t, text] = await Promise.all([getT(), readManual()])
  return (
    <>
      <ManualPlace headings={headings} />
      <Manual title={t('routes.manual')} text={text} pictures={documentPictures} />
    </>
  )
})
