import { consolePage } from '@/app/(console)/_parts/console-page'
import { RoleScreen } from './screen'

export default consolePage('adminRoleForm', () => <RoleScreen />)
