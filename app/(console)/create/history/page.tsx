import { consolePage } from '@/app/(console)/_parts/console-page'
import { IntakeHistoryScreen } from './screen'

export default consolePage('intakeHistory', () => <IntakeHistoryScreen />)
