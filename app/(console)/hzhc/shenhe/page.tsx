import { consolePage } from '@/app/(console)/_parts/console-page'
import { ReviewListScreen } from './screen'

export default consolePage('reviewList', () => <ReviewListScreen />)
