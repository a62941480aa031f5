'use client'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { CustomerPage } from '@/components/customer-page/customer-page'
import type { GuestState } from '@/lib/domains/interviews/contract'
import { ConsentForm } from './_parts/consent-form'
import { createGuestCall, type GuestCall } from './_parts/guest-call'
import { GuestNotice } from './_parts/guest-notice'
import { GuestRoom } from './_parts/guest-room'

type Props = { brand: { title: string; logo: string }; token: string; state: GuestState | 'failed' }

/** The customer's page: consent first, then the clerk's picture as large as the phone. */
export function GuestScreen({ brand, token, state }: Props) {
  const [call] = useState(() => createGuestCall(token))
  const view = useSyncExternalStore(call.subscribe, call.get, call.get)
  useAwake(view.phase === 'in')
  if (view.phase === 'in') return <GuestRoom call={call} view={view} />
  return (
    <CustomerPage brand={brand}>
      <Before call={call} view={view} title={brand.title} state={state} />
    </CustomerPage>
  )
}

function Before({
  call,
  view: { phase, trouble },
  title,
  state,
}: {
  title: string
  state: Props['state']
  call: GuestCall
  view: ReturnType<GuestCall['get']>
}) {
  if (phase === 'consent' && state !== 'ready') return <GuestNotice state={state} />
  if (phase === 'consent' || phase === 'opening')
    return (
      <ConsentForm
        title={title}
        opening={phase === 'opening'}
        trouble={trouble}
        onAgree={() => void call.enter()}
      />
    )
  if (phase === 'in') return null
  const again = phase === 'hungUp' || phase === 'taken' || phase === 'failed'
  return <GuestNotice state={phase} onAgain={again ? () => void call.enter() : undefined} />
}

/** A phone that dims cuts the camera off. */
function useAwake(on: boolean): void {
  useEffect(() => {
    if (!on || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | undefined
    let ended = false
    const ask = () => {
      if (document.visibilityState !== 'visible') return
      navigator.wakeLock.request('screen').then(
        (given) => {
          if (ended) void given.release()
          else lock = given
        },
        () => undefined,
      )
    }
    ask()
    document.addEventListener('visibilitychange', ask)
    return () => {
      ended = true
      document.removeEventListener('visibilitychange', ask)
      void lock?.release()
    }
  }, [on])
}
