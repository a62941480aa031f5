import { consolePage } from '@/app/(console)/_parts/console-page'
import { FeesScreen } from './screen'

export default consolePage('feeConstants', () => <FeesScreen />)
