import JsSIP from 'jssip'
import type { RTCSession } from 'jssip/lib/RTCSession'
import { type CallResult, callEvent, callStatus } from '@/lib/domains/voice/rules/call-bar'
import type { CallControl, ControlOptions } from './call-control'

/** JsSIP's words for how a call ended. */
const results: Record<string, CallResult> = {
  [JsSIP.C.causes.BUSY]: 'busy',
  [JsSIP.C.causes.REJECTED]: 'rejected',
  [JsSIP.C.causes.UNAVAILABLE]: 'missed',
  [JsSIP.C.causes.NO_ANSWER]: 'missed',
  [JsSIP.C.causes.CANCELED]: 'missed',
  [JsSIP.C.causes.NOT_FOUND]: 'unknown',
  [JsSIP.C.causes.ADDRESS_INCOMPLETE]: 'unknown',
}
const media = { mediaConstraints: { audio: true, video: false } }

/**
 * SIP over WebSocket: the seat's account registers from the browser. A call that comes in is a message of type 2 with
 * code 4, a dialled one with code 5; confirmed is 2004, ended and failed are 2005. One call at a time, the next is busy.
 */
export function openSipControl({ hold, setting, place, events }: ControlOptions<'sip'>): CallControl {
  const ua = new JsSIP.UA({
    sockets: [new JsSIP.WebSocketInterface(setting.server)],
    uri: `sip:${hold.name}@${setting.domain}`,
    password: hold.secret ?? '',
    session_timers: false,
  })
  let session: RTCSession | undefined
  let closed = false
  const tell = (frame: Record<string, unknown>) => {
    if (!closed) events.frame(frame)
  }

  ua.on('registered', () => events.line(true))
  ua.on('unregistered', () => !closed && events.line(false))
  ua.on('registrationFailed', () => !closed && events.line(false))
  ua.on('disconnected', () => !closed && events.line(false))
  ua.on('newRTCSession', ({ session: next, originator }: { session: RTCSession; originator: string }) => {
    if (session) {
      next.terminate({ status_code: 486 })
      return
    }
    session = next
    const callId = next.id
    const over = (result: CallResult | undefined) => {
      session = undefined
      tell({ event: callEvent.ended, callId, result })
    }
    next.on('confirmed', () => tell({ event: callEvent.connected, callId }))
    next.on('ended', () => over('answered'))
    next.on('failed', ({ cause }: { cause: string }) => over(results[cause] ?? 'missed'))
    next.on('peerconnection', ({ peerconnection }: { peerconnection: RTCPeerConnection }) =>
      playSound(peerconnection, place),
    )
    const statusCode = originator === 'remote' ? callStatus.incoming : callStatus.outgoing
    if (next.connection) playSound(next.connection, place)
    tell({ type: 2, statusCode, callId, number: next.remote_identity.uri.user })
  })
  ua.start()

  return {
    accept() {
      if (session?.direction === 'incoming' && !session.isEstablished()) session.answer(media)
    },
    hangUp: () => session?.terminate(),
    dial({ number = '' }) {
      const user = number.replace(/[^\d*#+]/g, '')
      if (user === '') tell({ event: callEvent.ended, result: 'unknown' })
      else if (!session) ua.call(`sip:${user}@${setting.domain}`, media)
    },
    mute(on) {
      if (on) session?.mute({ audio: true })
      else session?.unmute({ audio: true })
    },
    close() {
      closed = true
      ua.stop()
      place.replaceChildren()
    },
  }
}

/** The other side's voice. */
function playSound(connection: RTCPeerConnection, place: HTMLElement): void {
  connection.addEventListener('track', ({ streams: [stream], track }) => {
    const audio = document.createElement('audio')
    audio.autoplay = true
    audio.srcObject = stream ?? new MediaStream([track])
    place.replaceChildren(audio)
  })
}
