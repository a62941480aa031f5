import { consolePage } from '@/app/(console)/_parts/console-page'
import { getOrigin } from '@/lib/bff/page-session'
import { brandOf, idleLockOf, tenants } from '@/lib/bff/tenants'
import { TenantScreen } from './screen'

export default consolePage('adminTenants', async () => {
  const deployed = brandOf((await getOrigin())?.host)
  const hosts = [...tenants()].flatMap(([host, { code }]) => (code === deployed.code ? [host] : []))
  const { title, themeColor, logo, favicon, frameHosts = [] } = deployed
  return (
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
  )
})
