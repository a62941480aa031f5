import { consolePage } from '@/app/(console)/_parts/console-page'
import { ReconsiderRequestsScreen } from './screen'

export default consolePage('reconsiderRequests', () => <ReconsiderRequestsScreen />)
