import { consolePage } from '@/app/(console)/_parts/console-page'
import { getBrand } from '@/lib/bff/page-session'
import { PersonalInfoScreen } from './screen'

export default consolePage('personalInfo', async () => {
  const { code } = await getBrand()
  return <PersonalInfoScreen tenant={code} />
})
