import { consolePage } from '@/app/(console)/_parts/console-page'
import { BlacklistScreen } from './screen'

export default consolePage('blacklist', () => <BlacklistScreen />)
