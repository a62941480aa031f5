import { consolePage } from '@/app/(console)/_parts/console-page'
import { CouriersScreen } from './screen'

export default consolePage('couriers', () => <CouriersScreen />)
