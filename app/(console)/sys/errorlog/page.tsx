import { consolePage } from '@/app/(console)/_parts/console-page'
import { ErrorLogScreen } from './screen'

export default consolePage('errorLogList', () => <ErrorLogScreen />)
