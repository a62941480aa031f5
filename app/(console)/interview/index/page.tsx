import { consolePage } from '@/app/(console)/_parts/console-page'
import { InterviewListScreen } from './screen'

export default consolePage('interviewList', () => <InterviewListScreen />)
