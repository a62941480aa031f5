import { consolePage } from '@/app/(console)/_parts/console-page'
import { answerDrifts, answerMode } from '@/lib/bff/answer-check'
import { getOrigin } from '@/lib/bff/page-session'
import { ServiceScreen } from './screen'

export default consolePage('serviceCalls', async () => (
  <ServiceScreen mode={answerMode()} drifts={answerDrifts((await getOrigin())?.tenant ?? '')} />
))
