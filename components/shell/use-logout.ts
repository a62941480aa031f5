'use client'
import { useCallback } from 'react'
import { useConfirm } from '@/components/ui/confirm'
import { keepOnlyLasting } from '@/lib/client/lasting-storage'
import { leaveSession } from '@/lib/client/leave-session'
import { tellOtherTabs } from '@/lib/client/session-watch'
import { leaveFreely } from '@/lib/client/unload-guard'
import { countWaiting } from '@/lib/client/waiting-store'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'

/**
 * 退出系统: asks, ends the session at our own route (which sends the service its /logout), forgets what the browser
 * keeps, and loads the login page anew. The page leaves in any case.
 */
export function useLogout(tenant: string): () => Promise<void> {
  const confirm = useConfirm()
  const t = useT()
  return useCallback(async () => {
    // Everything that waits to be sent goes with the rest of what the browser keeps.
    const count = await countWaiting()
    const message = count > 0 ? t('shell.logoutWaiting', { count }) : t('shell.logoutQuestion')
    if (!(await confirm({ message, ...(count > 0 && { tone: 'danger' as const }) }))) return
    await signOut(tenant)
  }, [confirm, t, tenant])
}

/** The same without the question, for who has been asked already. */
export async function signOut(tenant: string): Promise<void> {
  let isOver = true
  await keepOnlyLasting(async () => {
    leaveFreely()
    isOver = await leaveSession()
  })
  tellOtherTabs()
  if (isOver) window.location.assign(href('login', { pro: tenant }))
}
