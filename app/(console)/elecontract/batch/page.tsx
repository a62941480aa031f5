import { consolePage } from '@/app/(console)/_parts/console-page'
import { ContractBatchScreen } from './screen'

export default consolePage('contractBatches', () => <ContractBatchScreen />)
