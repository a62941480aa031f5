import { TabPanel } from '@/components/shell/tab-panel'
import { getOrigin, requirePermission } from '@/lib/bff/page-session'
import { brandOf, idleLockOf, tenants } from '@/lib/bff/tenants'
import { TenantScreen } from './screen'

export default async function Page() {
  await requirePermission('sys:tenant:list')
  const deployed = brandOf((await getOrigin())?.host)
  const hosts = [...tenants()].flatMap(([host, { code }]) => (code === deployed.code ? [host] : []))
  const { title, themeColor, logo, favicon, frameHosts = [] } = deployed
  return (
    <TabPanel>
      <TenantScreen
        deployed={{
          title,
          themeColor,
          logo,
          favicon,
          hosts,
          frameHosts,
          idleLockMinutes: idleLockOf(deployed),
        }}
      />
    </TabPanel>
  )
}
