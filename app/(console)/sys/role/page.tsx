import { consolePage } from '@/app/(console)/_parts/console-page'
import { RolesScreen } from './screen'

export default consolePage('adminRoles', () => <RolesScreen />)
