import { consolePage } from '@/app/(console)/_parts/console-page'
import { DueDiligenceScreen } from './screen'

export default consolePage('dueDiligence', () => <DueDiligenceScreen />)
