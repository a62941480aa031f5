import { consolePage } from '@/app/(console)/_parts/console-page'
import { FunderFlowsScreen } from './screen'

export default consolePage('funderFlows', () => <FunderFlowsScreen />)
