import { consolePage } from '@/app/(console)/_parts/console-page'
import { RepaymentsScreen } from './screen'

export default consolePage('repaymentRecords', () => <RepaymentsScreen />)
