import { consolePage } from '@/app/(console)/_parts/console-page'
import { ExportsScreen } from './screen'

export default consolePage('ownExports', () => <ExportsScreen />)
