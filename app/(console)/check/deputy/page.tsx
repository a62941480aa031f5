import { consolePage } from '@/app/(console)/_parts/console-page'
import { DeputiesScreen } from './screen'

export default consolePage('deputies', () => <DeputiesScreen />)
