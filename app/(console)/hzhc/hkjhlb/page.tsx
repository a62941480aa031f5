import { consolePage } from '@/app/(console)/_parts/console-page'
import { InstalmentsScreen } from './screen'

export default consolePage('repaymentPlans', () => <InstalmentsScreen />)
