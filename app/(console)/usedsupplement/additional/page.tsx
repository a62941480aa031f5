import { consolePage } from '@/app/(console)/_parts/console-page'
import { ExtraListScreen } from '@/app/(console)/usedsupplement/_parts/extra-list-screen'

export default consolePage('usedCarSupplements', () => <ExtraListScreen kind="used_extra" />)
