import { consolePage } from '@/app/(console)/_parts/console-page'
import { ExtraReviewScreen } from './screen'

export default consolePage('supplementReview', () => <ExtraReviewScreen />)
