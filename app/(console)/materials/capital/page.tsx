import { consolePage } from '@/app/(console)/_parts/console-page'
import { CapitalListScreen } from './screen'

export default consolePage('capitalMaterials', () => <CapitalListScreen />)
