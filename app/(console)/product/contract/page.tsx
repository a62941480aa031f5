import { consolePage } from '@/app/(console)/_parts/console-page'
import { ContractTemplatesScreen } from './screen'

export default consolePage('contractTemplates', () => <ContractTemplatesScreen />)
