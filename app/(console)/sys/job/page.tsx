import { consolePage } from '@/app/(console)/_parts/console-page'
import { JobScreen } from './screen'

export default consolePage('jobs', () => <JobScreen />)
