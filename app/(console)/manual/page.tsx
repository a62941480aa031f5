import { consolePage } from '@/app/(console)/_parts/console-page'
import { Manual } from '@/components/manual/manual'
import { ManualPlace } from '@/components/manual/manual-place'
import { documentPictures, readManual } from '@/lib/bff/documents'
import { say } from '@/lib/i18n/say'
import { routes } from '@/lib/routes'
import { screenKeys, screens } from '@/lib/screens'

const headings = Object.fromEntries(screenKeys.map((key) => [routes[key].path, screens[key].help]))

export default consolePage('manual', async () => {
  const text = await readManual()
  return (
    <>
      <ManualPlace headings={headings} />
      <Manual title={say('routes.manual')} text={text} pictures={documentPictures} />
    </>
  )
})
