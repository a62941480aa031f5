import { consolePage } from '@/app/(console)/_parts/console-page'
import { ChangesScreen } from './screen'

export default consolePage('changes', () => <ChangesScreen />)
