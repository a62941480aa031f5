import { consolePage } from '@/app/(console)/_parts/console-page'
import { productVersion } from '@/lib/bff/product-version'
import { ReleasesScreen } from './screen'

export default consolePage('releaseNotes', () => <ReleasesScreen current={productVersion()} />)
