import { consolePage } from '@/app/(console)/_parts/console-page'
import { GpsDeviceScreen } from './screen'

export default consolePage('gpsDeviceCase', () => <GpsDeviceScreen />)
