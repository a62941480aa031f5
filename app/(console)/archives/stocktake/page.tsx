import { consolePage } from '@/app/(console)/_parts/console-page'
import { TakesScreen } from './screen'

export default consolePage('archiveTakes', () => <TakesScreen />)
