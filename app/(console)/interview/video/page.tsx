import { consolePage } from '@/app/(console)/_parts/console-page'
import { InterviewScreen } from './screen'

export default consolePage('videoInterview', () => <InterviewScreen />)
