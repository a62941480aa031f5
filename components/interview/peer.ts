import type { Connection } from '@/lib/domains/interviews/contract'

/**
 * One connection between the two browsers of a room. Offer and answer carry all their candidates, so that a connection is
 * two messages: what gets lost on the way is asked for again as a whole, and nothing has to come in its order.
 */

/** Everything that two browsers tell each other of a connection; `call` names the try. */
export type Description = { call: string; sdp: string }

/** Candidates that are not found by then would not help: a relay answers in less. */
const gatheringMs = 2_000

export type PeerState = 'connecting' | 'connected' | 'broken'

export function openPeer(
  { iceServers }: Connection,
  local: MediaStream,
  hear: { remote: (stream: MediaStream) => void; state: (state: PeerState) => void },
) {
  const peer = new RTCPeerConnection({ iceServers: iceServers.map(asServer), bundlePolicy: 'max-bundle' })
  const remote = new MediaStream()
  for (const track of local.getTracks()) peer.addTrack(track, local)
  peer.ontrack = ({ track }) => {
    remote.addTrack(track)
    hear.remote(remote)
  }
  peer.onconnectionstatechange = () => {
    const { connectionState: state } = peer
    if (state === 'connected') hear.state('connected')
    else if (state === 'disconnected' || state === 'failed' || state === 'closed') hear.state('broken')
  }
  const described = async (): Promise<string> => {
    await gathered(peer)
    return peer.localDescription?.sdp ?? ''
  }
  return {
    async offer(): Promise<string> {
      await peer.setLocalDescription(await peer.createOffer())
      return described()
    },
    async answer(sdp: string): Promise<string> {
      await peer.setRemoteDescription({ type: 'offer', sdp })
      await peer.setLocalDescription(await peer.createAnswer())
      return described()
    },
    async answered(sdp: string): Promise<void> {
      if (peer.signalingState === 'have-local-offer') await peer.setRemoteDescription({ type: 'answer', sdp })
    },
    /** Sends another camera in the place of the one before, without another connection. */
    async replace(track: MediaStreamTrack): Promise<void> {
      const sender = peer.getSenders().find((one) => one.track?.kind === track.kind)
      await sender?.replaceTrack(track)
    },
    isConnected: () => peer.connectionState === 'connected',
    close(): void {
      peer.onconnectionstatechange = null
      peer.ontrack = null
      peer.close()
    },
  }
}
export type Peer = ReturnType<typeof openPeer>

/** Absent is not the same as undefined to a browser. */
const asServer = ({ urls, username, credential }: Connection['iceServers'][number]): RTCIceServer => ({
  urls,
  ...(username !== undefined && { username }),
  ...(credential !== undefined && { credential }),
})

function gathered(peer: RTCPeerConnection): Promise<void> {
  if (peer.iceGatheringState === 'complete') return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, gatheringMs)
    peer.onicegatheringstatechange = () => {
      if (peer.iceGatheringState !== 'complete') return
      clearTimeout(timer)
      resolve()
    }
  })
}

/** Everything that another browser sent; undefined for what is none. */
export function descriptionIn(text: string): Description | undefined {
  try {
    const { call, sdp } = JSON.parse(text) as Partial<Description>
    return typeof call === 'string' && typeof sdp === 'string' ? { call, sdp } : undefined
  } catch {
    return undefined
  }
}
