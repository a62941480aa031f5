'use client'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { toast } from '@/components/ui/toast'
import { leaveSession } from '@/lib/client/leave-session'
import { forgetWorkspace } from '@/lib/client/workspace-storage'
import { href } from '@/lib/routes'

/**
 * Fetching the roles failed: the error is shown, the user is logged out locally and goes to login (specification
 * points 2 and 8).
 */
export function RolesFailed({ message, tenant }: { message: string; tenant: string }) {
  const router = useRouter()
  useEffect(() => {
    toast.error(message)
    forgetWorkspace()
    void leaveSession().then((isOver) => isOver && router.replace(href('login', { pro: tenant })))
  }, [message, tenant, router])
  return <main aria-busy="true" />
}
