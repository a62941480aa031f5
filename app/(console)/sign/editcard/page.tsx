import { consolePage } from '@/app/(console)/_parts/console-page'
import { CardListScreen } from './screen'

export default consolePage('cardChange', () => <CardListScreen />)
