import { consolePage } from '@/app/(console)/_parts/console-page'
import { BalanceFlowsScreen } from './screen'

export default consolePage('balanceFlows', () => <BalanceFlowsScreen />)
