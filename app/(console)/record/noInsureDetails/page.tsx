import { consolePage } from '@/app/(console)/_parts/console-page'
import { Screen } from '@/app/(console)/record/details/screen'

export default consolePage('entryUninsuredDetails', () => <Screen />)
