import { consolePage } from '@/app/(console)/_parts/console-page'
import { ResidualsScreen } from './screen'

export default consolePage('residualValues', () => <ResidualsScreen />)
