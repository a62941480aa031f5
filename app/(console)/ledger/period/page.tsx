import { consolePage } from '@/app/(console)/_parts/console-page'
import { PeriodsScreen } from './screen'

export default consolePage('periods', () => <PeriodsScreen />)
