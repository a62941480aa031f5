import { consolePage } from '@/app/(console)/_parts/console-page'
import { Screen } from '@/app/(console)/create/shenfen/screen'

export default consolePage('intakeInsuredLoan', () => <Screen templateCode="bd2" />)
