'use client'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useT } from '../i18n/use-t.ts'
import { type FunnelEffects, setFunnelEffects } from './funnel.ts'
import { createQueryClient, outdate } from './query.ts'
import { setWritten } from './written.ts'

export type ApiEffects = Omit<FunnelEffects, 'translate'>

/**
 * The query cache and the error funnel of the page, once around everything.
 *
 *     <ApiProvider effects={{ toast, signOut, lock }}>{children}</ApiProvider>
 *
 * `signOut` clears what the browser keeps and goes to the login page; the cache is emptied here.
 */
export function ApiProvider({ effects, children }: { effects: ApiEffects; children: ReactNode }) {
  const t = useT()
  const [client] = useState(createQueryClient)
  const { toast, signOut, lock } = effects

  useEffect(() => {
    setFunnelEffects({
      translate: t,
      toast,
      lock,
      signOut: () => {
        client.clear()
        signOut()
      },
    })
    return () => setFunnelEffects(undefined)
  }, [client, t, toast, signOut, lock])

  useEffect(() => {
    setWritten((subject) => outdate(client, subject))
    return () => setWritten(undefined)
  }, [client])

  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
