import { consolePage } from '@/app/(console)/_parts/console-page'
import { FirstPaymentScreen } from './screen'

export default consolePage('firstPaymentCase', () => <FirstPaymentScreen />)
