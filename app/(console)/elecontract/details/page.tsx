import { consolePage } from '@/app/(console)/_parts/console-page'
import { ContractCaseScreen } from './screen'

export default consolePage('contractCase', () => <ContractCaseScreen />)
