import { consolePage } from '@/app/(console)/_parts/console-page'
import { EnterprisesScreen } from './screen'

export default consolePage('enterprises', () => <EnterprisesScreen />)
