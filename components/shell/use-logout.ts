'use client'
import { useCallback } from 'react'
import { useConfirm } from '@/components/ui/confirm'
import { request } from '@/lib/client/call'
import { keepOnlyLasting } from '@/lib/client/lasting-storage'
import { tellOtherTabs } from '@/lib/client/session-watch'
import { leaveFreely } from '@/lib/client/unload-guard'
import { identity } from '@/lib/contracts/identity'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'

/**
 * 退出系统: asks, ends the session, forgets what the browser keeps, and loads the login page anew. The local part
 * happens even when the call fails.
 */
export function useLogout(tenant: string): () => Promise<void> {
  const confirm = useConfirm()
  const t = useT()
  return useCallback(async () => {
    if (!(await confirm({ message: t('shell.logoutQuestion') }))) return
    await signOut(tenant)
  }, [confirm, t, tenant])
}

/** The same without the question, for who has been asked already. */
export async function signOut(tenant: string): Promise<void> {
  await keepOnlyLasting(() =>
    request(identity.logout, {}).then(
      () => {},
      () => {},
    ),
  )
  tellOtherTabs()
  leaveFreely()
  window.location.assign(href('login', { pro: tenant }))
}
