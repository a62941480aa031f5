import { consolePage } from '@/app/(console)/_parts/console-page'
import { VouchersScreen } from './screen'

export default consolePage('vouchers', () => <VouchersScreen />)
