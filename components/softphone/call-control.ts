import type { CallWish } from '@/lib/client/phone-desk'
import type { PhoneSetting } from '@/lib/domains/voice/rules/phone-setting'
import type { SeatHold } from './seat-hold'

/**
 * The port of the softphone bar: what a call-centre control can be told, and what it tells. Three stand behind it, a
 * fourth is one function more in {@link openCallControl}.
 */
export type CallControl = {
  accept(): void
  hangUp(): void
  /** A number, or a person whose number the platform's own server knows. */
  dial(wish: CallWish): void
  mute(on: boolean): void
  /** Ends what is on and lets go of the platform. Nothing is told after it. */
  close(): void
  /** Plays the other side; the built-in call-centre alone can. */
  play?(what: Played): void
}

/** Everything that the built-in call-centre can play. */
export type Played = 'incoming' | 'waiting' | 'hangUp' | 'garbage'

export type CallControlEvents = {
  /** A message of type 2 or an interface event, as it came; `lib/domains/voice/rules/call-bar.ts` reads it. */
  frame(frame: unknown): void
  /** True where the platform can be reached. */
  line(up: boolean): void
  /** The seat is not ours any more. */
  lost(): void
}

export type ControlOptions<K extends PhoneSetting['kind'] = PhoneSetting['kind']> = {
  hold: SeatHold
  setting: Extract<PhoneSetting, { kind: K }>
  /** The part of the bar where a control may show something of its own. */
  place: HTMLElement
  events: CallControlEvents
}

/** Opens the control of a tenant's setting; each comes when it is first used. */
export async function openCallControl({ setting, ...rest }: ControlOptions): Promise<CallControl> {
  switch (setting.kind) {
    case 'simulator':
      return (await import('./line-control')).openLineControl({ ...rest, setting })
    case 'frame':
    case 'script':
      return (await import('./frame-control')).openFrameControl({ ...rest, setting })
    case 'sip':
      return (await import('./sip-control')).openSipControl({ ...rest, setting })
  }
}

/** True where calls are told by the browser: a vendor's platform does not know our server. */
export const isToldByBrowser = ({ kind }: PhoneSetting): boolean => kind !== 'simulator'
