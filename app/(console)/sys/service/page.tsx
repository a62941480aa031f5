import { consolePage } from '@/app/(console)/_parts/console-page'
import { answerDrifts, answerMode } from '@/lib/bff/answer-check'
import { ServiceScreen } from './screen'

export default consolePage('serviceCalls', () => (
  <ServiceScreen mode={answerMode()} drifts={answerDrifts()} />
))
