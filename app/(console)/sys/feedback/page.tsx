import { consolePage } from '@/app/(console)/_parts/console-page'
import { FeedbackListScreen } from './screen'

export default consolePage('feedbackList', () => <FeedbackListScreen />)
