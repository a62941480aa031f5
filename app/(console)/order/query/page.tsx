import { consolePage } from '@/app/(console)/_parts/console-page'
import { OrderQueryScreen } from './screen'

export default consolePage('orderQuery', () => <OrderQueryScreen />)
