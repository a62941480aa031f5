'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { CallWish } from '@/lib/client/phone-desk'
import type { PhoneSetting } from '@/lib/domains/voice/rules/phone-setting'
import { CallBar } from './call-bar'
import { freeSeat, type SeatHold } from './seat-hold'
import SeatPrompt from './seat-prompt'

/** From the seat number to the end of the bar: the prompt, then the bar on the seat that was taken. */
export default function Softphone({
  setting,
  wish,
  onEnd,
}: {
  setting: PhoneSetting
  wish: CallWish
  onEnd: () => void
}) {
  const [hold, setHold] = useState<SeatHold>()
  const end = useRef(onEnd)
  end.current = onEnd
  const leave = useCallback(() => end.current(), [])
  if (hold === undefined) return <SeatPrompt onCancel={leave} onTaken={setHold} />
  return <HeldSeat key={hold.hold} hold={hold} setting={setting} wish={wish} onEnd={leave} />
}

/** Gives the seat back however the bar ends: by its buttons, with the frame, with the page. */
function HeldSeat({
  hold,
  setting,
  wish,
  onEnd,
}: {
  hold: SeatHold
  setting: PhoneSetting
  wish: CallWish
  onEnd: () => void
}) {
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    clearTimeout(leaving.current)
    let given = false
    const give = () => {
      if (!given) freeSeat(hold)
      given = true
    }
    // React draws nothing any more in a page that goes away. One that comes back out of the browser's cache has no
    // seat: the bar goes with it.
    const onPageHide = () => {
      give()
      onEnd()
    }
    window.addEventListener('pagehide', onPageHide)
    return () => {
      window.removeEventListener('pagehide', onPageHide)
      // React tries an effect twice in development; only a bar that stays away gives its seat back.
      leaving.current = setTimeout(give, 0)
    }
  }, [hold, onEnd])
  return <CallBar name={hold.name} hold={hold} setting={setting} wish={wish} onClose={onEnd} />
}
