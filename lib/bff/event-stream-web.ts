import { type EventStreams, streamHeaders } from './event-stream.ts'
import { log } from './log.ts'
import { Refusal, refusalBody } from './refusal.ts'
import { isStampHeader, originInNext } from './request-origin.ts'
import { DATA_POLICY, securityHeaders } from './security-headers.ts'

/** Frames that wait for a browser that reads nothing before it is cut off. */
const MAX_WAITING = 100

/** Carries one event stream over web standard requests: for `next dev` and hosts without `server.ts`. */
export async function answerEventStream(streams: EventStreams, request: Request): Promise<Response> {
  const origin = originInNext(request.headers)
  const secure = origin?.secure ?? false
  try {
    if (origin === undefined) throw new Refusal(400, 'host')
    const headers = Object.fromEntries([...request.headers].filter(([name]) => !isStampHeader(name)))
    const { first, start, leave } = await streams({ headers, signal: request.signal }, origin)
    request.signal.addEventListener('abort', leave, { once: true })
    const body = new ReadableStream<Uint8Array>(
      {
        start(controller) {
          controller.enqueue(new Uint8Array(Buffer.concat(first)))
          const end = () => {
            leave()
            controller.close()
          }
          const write = (frame: Buffer) => {
            if ((controller.desiredSize ?? 0) < -MAX_WAITING) end()
            else controller.enqueue(new Uint8Array(frame))
          }
          if (!start({ write, end })) end()
        },
        cancel: leave,
      },
      { highWaterMark: 1 },
    )
    return new Response(body, { headers: streamHeaders(secure) })
  } catch (error) {
    const refusal = error instanceof Refusal ? error : new Refusal(500, `unexpected: ${error}`)
    log('request', { id: origin?.requestId, status: refusal.status, reason: refusal.reason })
    return new Response(new Uint8Array(refusalBody(refusal, origin?.requestId ?? '')), {
      status: refusal.status,
      headers: {
        ...securityHeaders(secure),
        'content-security-policy': DATA_POLICY,
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
      },
    })
  }
}
