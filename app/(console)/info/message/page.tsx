import { consolePage } from '@/app/(console)/_parts/console-page'
import { MessageCentreScreen } from './screen'

export default consolePage('messageCentre', () => <MessageCentreScreen />)
