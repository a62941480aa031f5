import { consolePage } from '@/app/(console)/_parts/console-page'
import { BalancesScreen } from './screen'

export default consolePage('balances', () => <BalancesScreen />)
