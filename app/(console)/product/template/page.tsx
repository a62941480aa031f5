import { consolePage } from '@/app/(console)/_parts/console-page'
import { TemplatesScreen } from './screen'

export default consolePage('entryTemplates', () => <TemplatesScreen />)
