import { consolePage } from '@/app/(console)/_parts/console-page'
import { UsersScreen } from './screen'

export default consolePage('adminUsers', () => <UsersScreen />)
