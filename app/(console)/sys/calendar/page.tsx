import { consolePage } from '@/app/(console)/_parts/console-page'
import { CalendarScreen } from './screen'

export default consolePage('calendar', () => <CalendarScreen />)
