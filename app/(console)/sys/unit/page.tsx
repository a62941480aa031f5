import { consolePage } from '@/app/(console)/_parts/console-page'
import { UnitsScreen } from './screen'

export default consolePage('units', () => <UnitsScreen />)
