import { consolePage } from '@/app/(console)/_parts/console-page'
import { MortgageListScreen } from './screen'

export default consolePage('mortgageMaterials', () => <MortgageListScreen />)
