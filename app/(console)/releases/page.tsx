import { TabPanel } from '@/components/shell/tab-panel'
import { productVersion } from '@/lib/bff/product-version'
import { ReleasesScreen } from './screen'

export default function Page() {
  return (
    <TabPanel>
      <ReleasesScreen current={productVersion()} />
    </TabPanel>
  )
}
