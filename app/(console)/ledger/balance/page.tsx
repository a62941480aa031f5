import { consolePage } from '@/app/(console)/_parts/console-page'
import { TrialBalanceScreen } from './screen'

export default consolePage('trialBalance', () => <TrialBalanceScreen />)
