import { consolePage } from '@/app/(console)/_parts/console-page'
import { auditActions } from '@/lib/domains/endpoints'
import { OperationLogScreen } from './screen'

export default consolePage('operationLog', () => <OperationLogScreen actions={auditActions} />)
