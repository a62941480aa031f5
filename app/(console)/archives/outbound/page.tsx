import { consolePage } from '@/app/(console)/_parts/console-page'
import { OutboundsScreen } from './screen'

export default consolePage('archiveOutbounds', () => <OutboundsScreen />)
