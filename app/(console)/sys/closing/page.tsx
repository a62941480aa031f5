import { consolePage } from '@/app/(console)/_parts/console-page'
import { ClosingsScreen } from './screen'

export default consolePage('closings', () => <ClosingsScreen />)
