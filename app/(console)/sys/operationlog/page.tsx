import { consolePage } from '@/app/(console)/_parts/console-page'
import { OperationLogScreen } from './screen'

export default consolePage('operationLog', () => <OperationLogScreen />)
