import { consolePage } from '@/app/(console)/_parts/console-page'
import { PreReviewScreen } from './screen'

export default consolePage('preReview', () => <PreReviewScreen />)
