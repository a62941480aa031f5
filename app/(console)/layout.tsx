import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { ConsoleRoot } from '@/components/shell/console-root'
import { RolesFailed } from '@/components/shell/roles-failed'
import { sideMenuCookie } from '@/components/shell/side-menu-setting'
import { PhoneDock } from '@/components/softphone/phone-dock'
import { CallError } from '@/lib/bff/call-upstream'
import { iconsIn } from '@/lib/bff/menu-icons'
import { withPinyin } from '@/lib/bff/menu-pinyin'
import { underTops } from '@/lib/bff/menu-tops'
import { callForPage, getBrand, readAccount, requireSession, tokenFacts } from '@/lib/bff/page-session'
import { buildId, productVersion } from '@/lib/bff/product-version'
import { idleLockOf } from '@/lib/bff/tenants'
import { rolesOrPlaceholder } from '@/lib/domains/identity/rules/roles'
import { readSettings, settingsCookie } from '@/lib/domains/system/rules/settings'
import { workspace } from '@/lib/domains/workspace/contract'
import { AddedWords } from '@/lib/i18n/added-words'
import { titles } from '@/lib/i18n/titles'
import { href } from '@/lib/routes'
import { OrderOverviewPlace } from './_parts/order-overview-place'

/** Everything that was open and starred; nothing where the service keeps no workspaces. */
async function loadWorkspace() {
  try {
    return await callForPage(workspace.read, {})
  } catch (error) {
    if (error instanceof CallError) return { tabs: [], people: {}, favourites: [], recent: [] }
    throw error
  }
}

async function loadAccount() {
  try {
    const [[{ roles, permissions }, info, tops, tree], kept] = await Promise.all([
      readAccount(),
      loadWorkspace(),
    ])
    return {
      roles: rolesOrPlaceholder(roles),
      permissions,
      demo: info.demo,
      menus: withPinyin(underTops(tops, tree)),
      kept,
    }
  } catch (error) {
    if (error instanceof CallError) return error
    throw error
  }
}

/** Every page behind the login: session, roles and menu are judged here, whatever middleware.ts did. */
export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const session = await requireSession()
  const [brand, account, jar] = await Promise.all([getBrand(), loadAccount(), cookies()])
  if (account instanceof CallError) return <RolesFailed message={account.message} tenant={brand.code} />
  const { roles, permissions, demo, menus, kept } = account
  return (
    <AddedWords messages={{ routes: titles }}>
      <ConsoleRoot
        session={{ user: session.user, roles, permissions, demo }}
        token={tokenFacts(session)}
        idleLockMinutes={idleLockOf(brand)}
        settings={readSettings(jar.get(settingsCookie)?.value)}
        about={{
          title: brand.title,
          color: brand.themeColor,
          version: productVersion(),
          build: buildId(),
          manual: brand.manualUrl ?? href('manual'),
          releaseNotes: brand.releaseNotesUrl ?? href('releaseNotes'),
        }}
        brand={{ code: brand.code, title: brand.title, logo: brand.logo, watermark: brand.watermark }}
        phone={<PhoneDock setting={brand.phone} />}
        menus={menus}
        icons={iconsIn(menus)}
        kept={kept}
        collapsed={jar.get(sideMenuCookie)?.value === '1'}
      >
        {children}
        <OrderOverviewPlace />
      </ConsoleRoot>
    </AddedWords>
  )
}
