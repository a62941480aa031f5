import { consolePage } from '@/app/(console)/_parts/console-page'
import { ContractSmsScreen } from './screen'

export default consolePage('contractSms', () => <ContractSmsScreen />)
