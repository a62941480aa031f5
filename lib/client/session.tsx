'use client'
import { createContext, type ReactNode, use } from 'react'
import type { SessionUser } from '../domains/identity/contract.ts'

export type ClientSession = {
  user: SessionUser
  roles: readonly string[]
  /** Everything that the user may do, for buttons and entries; the service checks every call again. */
  permissions: readonly string[]
  /** The data are made up, and the watermark says so. */
  demo: boolean
}

const SessionContext = createContext<ClientSession | null>(null)

export function SessionProvider({ session, children }: { session: ClientSession; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>
}

/** The signed-in user with roles and permissions, as of the last full load of the page. */
export function useSession(): ClientSession {
  const session = use(SessionContext)
  if (session === null) throw new Error('useSession needs the console layout around it')
  return session
}

/** True where the data are made up, by the service's word; not so where nobody is signed in. */
export const useIsDemo = (): boolean => use(SessionContext)?.demo ?? false
