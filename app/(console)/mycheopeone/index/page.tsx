import { consolePage } from '@/app/(console)/_parts/console-page'
import { PrePoolScreen } from './screen'

export default consolePage('preReviewPool', () => <PrePoolScreen />)
