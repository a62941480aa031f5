import { consolePage } from '@/app/(console)/_parts/console-page'
import { PaperSetScreen } from '@/app/(console)/materials/_parts/paper-set-screen'

export default consolePage('insurerSubmission', () => <PaperSetScreen kind="insurer" />)
