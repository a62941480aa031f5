import { consolePage } from '@/app/(console)/_parts/console-page'
import { GpsFittingListScreen } from './screen'

export default consolePage('gpsFitting', () => <GpsFittingListScreen />)
