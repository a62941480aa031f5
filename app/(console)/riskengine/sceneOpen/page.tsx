import { consolePage } from '@/app/(console)/_parts/console-page'
import { RiskScenesScreen } from './screen'

export default consolePage('riskScenes', () => <RiskScenesScreen />)
