import { consolePage } from '@/app/(console)/_parts/console-page'
import { ServiceFeeBatchScreen } from './screen'

export default consolePage('serviceFeeBatch', () => <ServiceFeeBatchScreen />)
