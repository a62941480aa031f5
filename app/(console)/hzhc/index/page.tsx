import { consolePage } from '@/app/(console)/_parts/console-page'
import { CustomersScreen } from './screen'

export default consolePage('customers', () => <CustomersScreen />)
