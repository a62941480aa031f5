import { consolePage } from '@/app/(console)/_parts/console-page'
import { TakeScreen } from './screen'

export default consolePage('archiveTakeDetails', () => <TakeScreen />)
