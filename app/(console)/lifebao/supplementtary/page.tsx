import { consolePage } from '@/app/(console)/_parts/console-page'
import { InsurerListScreen } from './screen'

export default consolePage('insurerMaterials', () => <InsurerListScreen />)
