import { consolePage } from '@/app/(console)/_parts/console-page'
import { ReleaseDayScreen } from './screen'

export default consolePage('releaseDay', () => <ReleaseDayScreen />)
