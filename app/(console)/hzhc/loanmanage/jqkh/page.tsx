import { consolePage } from '@/app/(console)/_parts/console-page'
import { SettledScreen } from './screen'

export default consolePage('settledCustomers', () => <SettledScreen />)
