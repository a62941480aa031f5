import { consolePage } from '@/app/(console)/_parts/console-page'
import { BulkScreen } from './screen'

export default consolePage('bulkRuns', () => <BulkScreen />)
