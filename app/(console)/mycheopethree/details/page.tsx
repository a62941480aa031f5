import { consolePage } from '@/app/(console)/_parts/console-page'
import { RiskApprovalScreen } from './screen'

export default consolePage('riskApproval', () => <RiskApprovalScreen />)
