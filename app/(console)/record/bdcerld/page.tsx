import { consolePage } from '@/app/(console)/_parts/console-page'
import { EntryScreen } from '@/app/(console)/record/shenfen/screen'

export default consolePage('entrySecondLien', () => <EntryScreen templateCode="bdcerld" />)
