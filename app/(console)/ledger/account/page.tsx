import { consolePage } from '@/app/(console)/_parts/console-page'
import { AccountLinesScreen } from './screen'

export default consolePage('accountLines', () => <AccountLinesScreen />)
