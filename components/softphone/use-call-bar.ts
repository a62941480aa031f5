'use client'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { call } from '@/lib/client/call'
import type { CallWish } from '@/lib/client/phone-desk'
import { identity } from '@/lib/domains/identity/contract'
import { numberField } from '@/lib/domains/identity/rules/reveal'
import {
  type CallBarInput,
  type CallBarState,
  isBusy,
  openCallBar,
  stepCallBar,
} from '@/lib/domains/voice/rules/call-bar'
import type { PhoneSetting } from '@/lib/domains/voice/rules/phone-setting'
import { type CallControl, isToldByBrowser, openCallControl, type Played } from './call-control'
import type { SeatHold } from './seat-hold'

/** A timer of the browser may be a little early; the machine's clock is not. */
const slack = 5

export type CallBarVerbs = {
  answer(): void
  hangUp(): void
  dial(wish: CallWish): Promise<void>
  mute(on: boolean): void
  play?(what: Played): void
}

/**
 * The machine of `lib/domains/voice/rules/call-bar.ts` with a control, a clock and an owner.
 *
 * @param place where the control may show something of its own
 * @param onClose hears that the bar closes by itself; once
 * @param onLost hears that the seat is not ours any more
 */
export function useCallBar({
  hold,
  setting,
  place,
  onClose,
  onLost,
}: {
  hold: SeatHold
  setting: PhoneSetting
  place: RefObject<HTMLElement | null>
  onClose: () => void
  onLost: () => void
}): { state: CallBarState; verbs: CallBarVerbs } {
  const [state, setState] = useState(() => openCallBar(Date.now()))
  // Everything that a frame changes counts for the next one, before React has drawn it.
  const latest = useRef(state)
  const control = useRef<CallControl>(undefined)
  const owner = useRef({ onClose, onLost })
  owner.current = { onClose, onLost }

  const apply = useCallback((input: CallBarInput) => {
    const { state: next, effects } = stepCallBar(latest.current, input, Date.now())
    latest.current = next
    setState(next)
    if (effects.includes('accept')) control.current?.accept()
    if (effects.includes('close')) owner.current.onClose()
  }, [])

  useEffect(() => {
    let gone = false
    let opened: CallControl | undefined
    const events = {
      frame: (frame: unknown) => apply({ kind: 'frame', frame }),
      line: (up: boolean) => apply({ kind: 'line', up }),
      lost: () => owner.current.onLost(),
    }
    if (place.current) {
      openCallControl({ hold, setting, place: place.current, events }).then(
        (made) => {
          if (gone) return made.close()
          opened = made
          control.current = made
        },
        // Its script did not arrive: without a control there is no line.
        () => gone || apply({ kind: 'line', up: false }),
      )
    }
    return () => {
      gone = true
      if (isBusy(latest.current)) opened?.hangUp()
      opened?.close()
      control.current = undefined
    }
  }, [hold, setting, place, apply])

  const { closeAt } = state
  useEffect(() => {
    if (closeAt === null) return
    const timer = setTimeout(() => apply({ kind: 'timer' }), closeAt - Date.now() + slack)
    return () => clearTimeout(timer)
  }, [closeAt, apply])

  const dial = useCallback(
    async (wish: CallWish) => {
      if (isBusy(latest.current)) return
      const number = wish.number ?? (await clearNumber(wish, setting))
      apply({ kind: 'dialled', number: number ?? wish.label ?? '' })
      control.current?.dial({ ...wish, ...(number === undefined ? {} : { number }) })
    },
    [apply, setting],
  )
  const verbs = {
    answer: () => control.current?.accept(),
    hangUp: () => control.current?.hangUp(),
    dial,
    mute(on: boolean) {
      control.current?.mute(on)
      apply({ kind: 'muted', on })
    },
    ...(setting.kind === 'simulator' ? { play: (what: Played) => control.current?.play?.(what) } : {}),
  }
  return { state, verbs }
}

/** The number of a person, where the platform is a vendor's and our own server cannot dial it. */
async function clearNumber({ person }: CallWish, setting: PhoneSetting): Promise<string | undefined> {
  if (!person || !isToldByBrowser(setting)) return undefined
  const field = numberField(person)
  const { values } = await call(identity.reveal, {
    orderId: person.orderId,
    fields: [field],
    purpose: 'contact',
  })
  return values[field]
}
