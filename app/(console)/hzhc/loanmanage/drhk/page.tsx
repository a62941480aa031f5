import { consolePage } from '@/app/(console)/_parts/console-page'
import { DueTodayScreen } from './screen'

export default consolePage('dueToday', () => <DueTodayScreen />)
