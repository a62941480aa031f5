import { consolePage } from '@/app/(console)/_parts/console-page'
import { SettlementScreen } from './screen'

export default consolePage('settlementDetails', () => <SettlementScreen />)
