import { consolePage } from '@/app/(console)/_parts/console-page'
import { IntakeListScreen } from './screen'

export default consolePage('intakeList', () => <IntakeListScreen />)
