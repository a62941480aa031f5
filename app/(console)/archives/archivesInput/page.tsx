import { consolePage } from '@/app/(console)/_parts/console-page'
import { ArchivesScreen } from './screen'

export default consolePage('archiveEntry', () => <ArchivesScreen />)
