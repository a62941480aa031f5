import { consolePage } from '@/app/(console)/_parts/console-page'
import { ReleaseCaseScreen } from './screen'

export default consolePage('releaseCase', () => <ReleaseCaseScreen />)
