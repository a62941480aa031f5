import { consolePage } from '@/app/(console)/_parts/console-page'
import { LedgerScreen } from './screen'

export default consolePage('ledger', () => <LedgerScreen />)
