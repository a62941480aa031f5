import { consolePage } from '@/app/(console)/_parts/console-page'
import { InsuranceListScreen } from './screen'

export default consolePage('insuranceMaterials', () => <InsuranceListScreen />)
