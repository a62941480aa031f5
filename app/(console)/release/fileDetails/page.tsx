import { consolePage } from '@/app/(console)/_parts/console-page'
import { PaymentFileScreen } from './screen'

export default consolePage('paymentFileCase', () => <PaymentFileScreen />)
