import { consolePage } from '@/app/(console)/_parts/console-page'
import { OverdueScreen } from './screen'

export default consolePage('overdueCustomers', () => <OverdueScreen />)
