import { consolePage } from '@/app/(console)/_parts/console-page'
import { DiligenceScreen } from './screen'

export default consolePage('dueDiligenceDetails', () => <DiligenceScreen />)
