import { consolePage } from '@/app/(console)/_parts/console-page'
import { Screen } from './screen'

export default consolePage('entryDetails', () => <Screen />)
