import { consolePage } from '@/app/(console)/_parts/console-page'
import { GpsDevicesScreen } from './screen'

export default consolePage('gpsDevices', () => <GpsDevicesScreen />)
