import { consolePage } from '@/app/(console)/_parts/console-page'
import { AccountsScreen } from './screen'

export default consolePage('accountReview', () => <AccountsScreen />)
