import { consolePage } from '@/app/(console)/_parts/console-page'
import { RiskPoolScreen } from './screen'

export default consolePage('riskPool', () => <RiskPoolScreen />)
