import { consolePage } from '@/app/(console)/_parts/console-page'
import { MailScreen } from './screen'

export default consolePage('archiveMailDetails', () => <MailScreen />)
