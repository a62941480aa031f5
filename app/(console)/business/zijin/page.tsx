import { consolePage } from '@/app/(console)/_parts/console-page'
import { FundersScreen } from './screen'

export default consolePage('funders', () => <FundersScreen />)
