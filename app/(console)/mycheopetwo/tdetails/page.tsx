import { consolePage } from '@/app/(console)/_parts/console-page'
import { FirstReviewScreen } from './screen'

export default consolePage('firstReviewDetails', () => <FirstReviewScreen />)
