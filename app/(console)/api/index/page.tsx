import { consolePage } from '@/app/(console)/_parts/console-page'
import { ManufacturersScreen } from './screen'

export default consolePage('manufacturers', () => <ManufacturersScreen />)
