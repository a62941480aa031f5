import type { BrowserContext, Page, WebSocketRoute } from '@playwright/test'

/** A SIP message as it is here: its first line, its headers as they came, its body. */
type Message = { first: string; headers: string[]; body: string }

const domain = 'sip.vendor.example'

function read(text: string): Message {
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const [first = '', ...headers] = head.split('\r\n')
  return { first, headers, body }
}

/** The lines of a header, whole. */
const lines = ({ headers }: Message, name: string): string[] =>
  headers.filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
const headerOf = (message: Message, name: string): string =>
  lines(message, name)[0]
    ?.slice(name.length + 1)
    .trim() ?? ''

function write(first: string, headers: readonly string[], body = ''): string {
  const type = body ? ['Content-Type: application/sdp'] : []
  return [first, ...headers, ...type, `Content-Length: ${Buffer.byteLength(body)}`, '', body].join('\r\n')
}

/** The other side's microphone and loudspeaker: real connections of the browser, in a page of their own. */
async function openMedia(context: BrowserContext) {
  const page = await context.newPage()
  /** @param offer of the other side; without one this side offers */
  const sessionOf = (offer: string | null) =>
    page.evaluate(async (sdp) => {
      const connection = new RTCPeerConnection()
      if (sdp) await connection.setRemoteDescription({ type: 'offer', sdp })
      else connection.addTransceiver('audio')
      await connection.setLocalDescription()
      while (connection.iceGatheringState !== 'complete') {
        await new Promise((resolve) =>
          connection.addEventListener('icegatheringstatechange', resolve, { once: true }),
        )
      }
      return connection.localDescription?.sdp ?? ''
    }, offer)
  return { offer: () => sessionOf(null), answer: sessionOf }
}

/**
 * A SIP server over WebSocket (RFC 7118) for one page, of which only what a call needs is there: it registers whoever
 * comes, rings, connects, is busy for `12000000002`, hangs up.
 */
export async function openSipServer(page: Page) {
  const media = await openMedia(page.context())
  let socket: WebSocketRoute | undefined
  let contact = ''
  let calls = 0
  const registered: string[] = []
  const ended: string[] = []
  /** The call that this side began, for its BYE. */
  let dialog: string[] = []

  const answerTo = (request: Message, status: string, more: readonly string[] = [], body = '') => {
    const to = headerOf(request, 'To')
    const kept = ['Via', 'From', 'Call-ID', 'CSeq'].flatMap((name) => lines(request, name))
    const tagged = /;tag=/.test(to) || status.startsWith('100') ? to : `${to};tag=desk`
    socket?.send(write(`SIP/2.0 ${status}`, [...kept, `To: ${tagged}`, ...more], body))
  }

  const heard = async (text: string) => {
    const message = read(text)
    const [method = ''] = message.first.split(' ')
    if (method === 'REGISTER') {
      contact = /<([^>]+)>/.exec(headerOf(message, 'Contact'))?.[1] ?? ''
      registered.push(headerOf(message, 'To'))
      answerTo(message, '200 OK', [`Contact: <${contact}>;expires=600`])
    } else if (method === 'INVITE') {
      answerTo(message, '100 Trying')
      if (message.first.includes('12000000002')) return answerTo(message, '486 Busy Here')
      answerTo(message, '180 Ringing', [`Contact: <sip:desk@${domain};transport=ws>`])
      const body = await media.answer(message.body)
      answerTo(message, '200 OK', [`Contact: <sip:desk@${domain};transport=ws>`], body)
    } else if (method === 'BYE') {
      ended.push(headerOf(message, 'Call-ID'))
      answerTo(message, '200 OK')
    } else if (message.first.startsWith('SIP/2.0 200') && headerOf(message, 'CSeq').endsWith('INVITE')) {
      dialog = ['From', 'To', 'Call-ID'].flatMap((name) => lines(message, name))
      socket?.send(request('ACK', 1, dialog))
    }
  }

  const request = (method: string, sequence: number, headers: readonly string[], body = '') =>
    write(
      `${method} ${contact} SIP/2.0`,
      [
        `Via: SIP/2.0/WS ${domain};branch=z9hG4bK${calls}${method}`,
        'Max-Forwards: 70',
        ...headers,
        `CSeq: ${sequence} ${method}`,
        `Contact: <sip:desk@${domain};transport=ws>`,
      ],
      body,
    )

  await page.routeWebSocket(`wss://${domain}/ws`, (route) => {
    socket = route
    route.onMessage((text) => void heard(String(text)))
  })
  return {
    /** Accounts that came, and calls that the page hung up. */
    registered,
    ended,
    /** Rings the page from a number. */
    async ring(number: string) {
      calls += 1
      const caller = [
        `From: <sip:${number}@${domain}>;tag=caller${calls}`,
        `To: <${contact}>`,
        `Call-ID: desk-${calls}`,
      ]
      socket?.send(request('INVITE', 1, caller, await media.offer()))
    },
    /** Ends the call that {@link ring} began. */
    hangUp: () => socket?.send(request('BYE', 2, dialog)),
  }
}

/** Gives a page a microphone that hears nothing: the machine of a test has none. */
export async function giveMicrophone(page: Page): Promise<void> {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () => new AudioContext().createMediaStreamDestination().stream
  })
}
