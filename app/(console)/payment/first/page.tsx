import { consolePage } from '@/app/(console)/_parts/console-page'
import { FirstPaymentListScreen } from './screen'

export default consolePage('firstPayments', () => <FirstPaymentListScreen />)
