import { consolePage } from '@/app/(console)/_parts/console-page'
import { OpeningScreen } from './screen'

export default consolePage('branchDetails', () => <OpeningScreen />)
