import { consolePage } from '@/app/(console)/_parts/console-page'
import { FirstPoolScreen } from './screen'

export default consolePage('firstReview', () => <FirstPoolScreen />)
