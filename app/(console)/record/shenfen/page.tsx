import { consolePage } from '@/app/(console)/_parts/console-page'
import { EntryScreen } from './screen'

export default consolePage('entryStandard', () => <EntryScreen templateCode="shenfen" />)
