'use client'
import type { IconNode } from 'lucide'
import { usePathname, useRouter } from 'next/navigation'
import { type ReactNode, useMemo, useState } from 'react'
import { ConfirmProvider } from '@/components/ui/confirm'
import { toast } from '@/components/ui/toast'
import { ApiProvider } from '@/lib/client/api-provider'
import { goToLock } from '@/lib/client/screen-lock'
import { type ClientSession, SessionProvider } from '@/lib/client/session'
import type { TokenFacts } from '@/lib/client/token-refresher'
import { forgetWorkspace } from '@/lib/client/workspace-storage'
import type { ServerMenu } from '@/lib/domains/identity/contract'
import type { Settings } from '@/lib/domains/system/rules/settings'
import type { workspace } from '@/lib/domains/workspace/contract'
import { Words } from '@/lib/i18n/messages-provider'
import { partsOf } from '@/lib/i18n/parts'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { href } from '@/lib/routes'
import { MenuProvider } from './menu'
import { SessionKeeper } from './session-keeper'
import { SettingsProvider, type ShellAbout } from './settings'
import { Shell } from './shell'
import type { ShellBrand } from './top-bar'
import { WorkspaceProvider } from './workspace'

/** The console of a signed-in user: what its pages need around them, and the frame. */
export function ConsoleRoot({
  session,
  token,
  idleLockMinutes,
  settings,
  about,
  menus,
  icons,
  kept,
  children,
  ...frame
}: {
  session: ClientSession
  token: TokenFacts
  /** Of the tenant; 0 is never. */
  idleLockMinutes: number
  settings: Settings
  about: ShellAbout
  brand: ShellBrand
  /** The tree of the server for this user. */
  menus: readonly ServerMenu[]
  icons: Readonly<Record<string, IconNode>>
  /** Tabs and marks of the menu, as the user's last session left them. */
  kept: OutputOf<typeof workspace.read>
  collapsed: boolean
  /** The telephone, a domain of its own that the frame has a place for. */
  phone: ReactNode
  children: ReactNode
}) {
  const router = useRouter()
  const { code } = frame.brand
  const effects = useMemo(
    () => ({
      toast: toast.error,
      // No full load: the message of the 401 stays in sight on the login page (specification point 8).
      signOut: () => {
        forgetWorkspace()
        router.replace(href('login', { pro: code }))
      },
      lock: goToLock,
    }),
    [router, code],
  )
  return (
    <FirstWords>
      <ConfirmProvider>
        <ApiProvider effects={effects}>
          <SessionKeeper token={token} idleLockMinutes={idleLockMinutes} />
          <SessionProvider session={session}>
            <MenuProvider menus={menus} icons={icons} favourites={kept.favourites}>
              <WorkspaceProvider kept={kept}>
                <SettingsProvider initial={settings} about={about}>
                  <Shell {...frame}>{children}</Shell>
                </SettingsProvider>
              </WorkspaceProvider>
            </MenuProvider>
          </SessionProvider>
        </ApiProvider>
      </ConfirmProvider>
    </FirstWords>
  )
}

/**
 * The words of the page that is shown first. Around everything, not around the page: a part of the document whose words
 * are on their way goes blank when the tabs move on before it. By itself, because who asks for the path is drawn anew
 * with each address.
 */
function FirstWords({ children }: { children: ReactNode }) {
  const path = usePathname()
  const [parts] = useState(() => partsOf(path))
  return <Words parts={parts}>{children}</Words>
}
