import { newEventId } from '@/lib/client/event-id'
import type { Connection } from '@/lib/domains/interviews/contract'
import type { InterviewSignal } from '@/lib/platform/contract/live'
import { descriptionIn, openPeer, type Peer } from './peer'

/** The desk's half of a call: it offers whenever the customer's phone says that it is ready and not connected. */

export type LinkState = 'waiting' | 'connecting' | 'connected' | 'broken' | 'left'

/** A connection that says it is disconnected may come back by itself. */
const mendMs = 3_000
/** Until the phone is connected it is asked again. */
const helloMs = 4_000
/** An offer is given so long before the next one. */
const offerMs = 5_000

export function startDeskCall(given: {
  connection: Connection
  local: MediaStream
  send: (kind: 'hello' | 'offer', text: string) => void
  onState: (state: LinkState) => void
  onRemote: (stream: MediaStream | undefined) => void
}) {
  const { connection, local, send, onState, onRemote } = given
  let current: { peer: Peer; call: string; at: number } | undefined
  let mending: ReturnType<typeof setTimeout> | undefined
  let left = false
  let over = false

  const drop = () => {
    clearTimeout(mending)
    current?.peer.close()
    current = undefined
    onRemote(undefined)
  }
  const offer = async () => {
    drop()
    const call = newEventId()
    onState('connecting')
    const peer = openPeer(connection, local, {
      remote: (stream) => current?.call === call && onRemote(stream),
      state: (state) => {
        if (current?.call !== call || over) return
        clearTimeout(mending)
        if (state === 'connected') onState('connected')
        else {
          onState('broken')
          mending = setTimeout(() => {
            drop()
            send('hello', '')
          }, mendMs)
        }
      },
    })
    current = { peer, call, at: Date.now() }
    const sdp = await peer.offer()
    if (current?.call === call) send('offer', JSON.stringify({ call, sdp }))
  }

  send('hello', '')
  const asking = setInterval(() => {
    if (!left && !current?.peer.isConnected()) send('hello', '')
  }, helloMs)

  return {
    hear({ kind, text }: InterviewSignal): void {
      if (over) return
      if (kind === 'ready') {
        left = false
        // A word that was on its way while the connection came up.
        const fresh = current && Date.now() - current.at < offerMs
        if (!fresh && !(current?.peer.isConnected() && text === current.call)) void offer()
      } else if (kind === 'answer') {
        const answer = descriptionIn(text)
        if (answer && answer.call === current?.call)
          void current.peer.answered(answer.sdp).catch(() => onState('broken'))
      } else if (kind === 'bye') {
        left = true
        drop()
        onState('left')
      }
    },
    end(): void {
      over = true
      clearInterval(asking)
      drop()
    },
  }
}
export type DeskCall = ReturnType<typeof startDeskCall>
