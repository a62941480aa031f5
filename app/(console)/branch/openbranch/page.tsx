import { consolePage } from '@/app/(console)/_parts/console-page'
import { OpeningsScreen } from '@/components/openings/openings-screen'

export default consolePage('branchOpening', () => <OpeningsScreen kind="branch" />)
