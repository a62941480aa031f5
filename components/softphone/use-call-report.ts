'use client'
import { useEffect, useRef } from 'react'
import { request } from '@/lib/client/call'
import { voice } from '@/lib/domains/voice/contract'
import { type CallBarState, isBusy } from '@/lib/domains/voice/rules/call-bar'
import type { SeatHold } from './seat-hold'

/** The seat is the server's to give away 35 s after the last sign of life. */
const aliveEvery = 10_000

/** Tells the server of the calls of a platform that it does not know: when one rings, is answered and ends. */
export function useCallReport({ seat, hold }: SeatHold, state: CallBarState, told: boolean): void {
  const { phase, call, result } = state
  const rang = useRef(false)
  /** One after the other: an answer that overtook its ring would leave the call unanswered. */
  const said = useRef<Promise<unknown>>(Promise.resolve())

  useEffect(() => {
    if (!told) return
    const say = (event: 'ring' | 'answer' | 'end') => {
      const report = {
        seats_number: seat,
        hold,
        event,
        ...(event === 'ring'
          ? { direction: call?.direction ?? 'in', number: call?.number.slice(0, 20) ?? '' }
          : {}),
        ...(event === 'end' && result ? { result } : {}),
      } as const
      said.current = said.current.then(() => request(voice.reportCall, report).catch(() => undefined))
    }
    if ((phase === 'ringing' || phase === 'talking') && !rang.current) {
      rang.current = true
      say('ring')
      if (phase === 'talking') say('answer')
    } else if (phase === 'talking') say('answer')
    else if (phase === 'ended' && rang.current) {
      rang.current = false
      say('end')
    }
  }, [told, seat, hold, phase, call, result])

  const busy = told && isBusy(state)
  useEffect(() => {
    if (!busy) return
    const alive = () =>
      request(voice.reportCall, { seats_number: seat, hold, event: 'alive' }).catch(() => undefined)
    const timer = setInterval(alive, aliveEvery)
    return () => clearInterval(timer)
  }, [busy, seat, hold])
}
