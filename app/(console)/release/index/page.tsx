import { consolePage } from '@/app/(console)/_parts/console-page'
import { ReleaseListScreen } from './screen'

export default consolePage('releaseList', () => <ReleaseListScreen />)
