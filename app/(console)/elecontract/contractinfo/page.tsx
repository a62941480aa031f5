import { consolePage } from '@/app/(console)/_parts/console-page'
import { ContractSigningScreen } from './screen'

export default consolePage('contractSigning', () => <ContractSigningScreen />)
