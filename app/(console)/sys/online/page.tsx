import { consolePage } from '@/app/(console)/_parts/console-page'
import { OnlineUsersScreen } from './screen'

export default consolePage('onlineUsers', () => <OnlineUsersScreen />)
