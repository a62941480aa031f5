import { consolePage } from '@/app/(console)/_parts/console-page'
import { OpeningsScreen } from '@/app/(console)/branch/_parts/openings-screen'

export default consolePage('branchOpening', () => <OpeningsScreen kind="branch" />)
