import { consolePage } from '@/app/(console)/_parts/console-page'
import { NoticesScreen } from './screen'

export default consolePage('adminNotices', () => <NoticesScreen />)
