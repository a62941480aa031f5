import { consolePage } from '@/app/(console)/_parts/console-page'
import { OutsideScreen } from './screen'

export default consolePage('outsideCalls', () => <OutsideScreen />)
