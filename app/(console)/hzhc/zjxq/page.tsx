import { consolePage } from '@/app/(console)/_parts/console-page'
import { RentScreen } from './screen'

export default consolePage('rentDetails', () => <RentScreen />)
