import { consolePage } from '@/app/(console)/_parts/console-page'
import { MailsScreen } from './screen'

export default consolePage('archiveMails', () => <MailsScreen />)
