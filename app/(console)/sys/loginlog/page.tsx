import { consolePage } from '@/app/(console)/_parts/console-page'
import { LoginLogScreen } from './screen'

export default consolePage('loginLog', () => <LoginLogScreen />)
