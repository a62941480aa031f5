import type { LineCommand } from '@/lib/domains/voice/contract'
import type { CallControl, ControlOptions } from './call-control'

/** Codes by which the server ends a line for good: signed out, and the seat is somebody else's. */
const finalCodes = [4401, 4403]
const firstWait = 500
const longestWait = 8_000

/** The built-in call-centre, on the WebSocket of our own server. It comes back by itself after a break. */
export function openLineControl({ hold, events }: ControlOptions<'simulator'>): CallControl {
  const query = new URLSearchParams({ seat: hold.seat, hold: hold.hold })
  const address = `${location.origin.replace(/^http/, 'ws')}/phone/line?${query}`
  let socket: WebSocket | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let wait = firstWait
  let closed = false

  const connect = () => {
    const opened = new WebSocket(address)
    socket = opened
    opened.onopen = () => {
      wait = firstWait
      events.line(true)
    }
    opened.onmessage = ({ data }) => {
      if (!closed) events.frame(data)
    }
    opened.onclose = ({ code }) => {
      if (closed) return
      if (finalCodes.includes(code)) return events.lost()
      events.line(false)
      retry = setTimeout(connect, wait)
      wait = Math.min(wait * 2, longestWait)
    }
  }
  connect()

  const say = (command: LineCommand) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(command))
  }
  return {
    accept: () => say({ do: 'accept' }),
    hangUp: () => say({ do: 'hangUp' }),
    dial: ({ number = '', person }) => say(person ? { do: 'dialPerson', person } : { do: 'dial', number }),
    // There is no sound to be silenced.
    mute: () => undefined,
    play: (what) => say({ do: 'play', what }),
    close() {
      closed = true
      clearTimeout(retry)
      socket?.close()
    },
  }
}
