import { consolePage } from '@/app/(console)/_parts/console-page'
import { CardCaseScreen } from './screen'

export default consolePage('cardCase', () => <CardCaseScreen />)
