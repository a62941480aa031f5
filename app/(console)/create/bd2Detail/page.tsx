import { consolePage } from '@/app/(console)/_parts/console-page'
import { Screen } from '@/app/(console)/create/details/screen'

export default consolePage('intakeInsuredLoanDetails', () => <Screen />)
