import { consolePage } from '@/app/(console)/_parts/console-page'
import { GpsFittingScreen } from './screen'

export default consolePage('gpsFittingCase', () => <GpsFittingScreen />)
