import { consolePage } from '@/app/(console)/_parts/console-page'
import { ContractTemplateScreen } from './screen'

export default consolePage('contractTemplateDetails', () => <ContractTemplateScreen />)
