import { consolePage } from '@/app/(console)/_parts/console-page'
import { ServiceFeesScreen } from './screen'

export default consolePage('serviceFees', () => <ServiceFeesScreen />)
