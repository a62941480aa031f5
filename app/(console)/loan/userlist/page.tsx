import { consolePage } from '@/app/(console)/_parts/console-page'
import { BorrowersScreen } from './screen'

export default consolePage('loanCustomers', () => <BorrowersScreen />)
