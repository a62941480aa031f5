import { consolePage } from '@/app/(console)/_parts/console-page'
import { SettlementsScreen } from './screen'

export default consolePage('settlements', () => <SettlementsScreen />)
