import { consolePage } from '@/app/(console)/_parts/console-page'
import { ArchiveItemsScreen } from './screen'

export default consolePage('archiveClientInfo', () => <ArchiveItemsScreen />)
