import { consolePage } from '@/app/(console)/_parts/console-page'
import { ChartScreen } from './screen'

export default consolePage('glAccounts', () => <ChartScreen />)
