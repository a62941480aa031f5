import { consolePage } from '@/app/(console)/_parts/console-page'
import { FundFlowsScreen } from './screen'

export default consolePage('fundFlows', () => <FundFlowsScreen />)
