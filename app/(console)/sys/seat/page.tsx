import { consolePage } from '@/app/(console)/_parts/console-page'
import { SeatsScreen } from './screen'

export default consolePage('adminSeats', () => <SeatsScreen />)
