import { consolePage } from '@/app/(console)/_parts/console-page'
import { PaymentFilesScreen } from './screen'

export default consolePage('paymentFiles', () => <PaymentFilesScreen />)
