import type { Upstream, UpstreamRequest, UpstreamResponse } from './upstream-call.ts'

/** Answers several calls of one session; each answer comes as soon as it is known, in the order of the calls. */
export type UpstreamTogether = (requests: readonly UpstreamRequest[]) => Promise<UpstreamResponse>[]

type Waiting = { request: UpstreamRequest; resolve: (answer: Promise<UpstreamResponse>) => void }

/**
 * An upstream for what pages ask before they are drawn: calls of one session that begin in the same turn of the event
 * loop go to the service together, which then asks once who calls.
 */
export function gathered(together: UpstreamTogether): Upstream {
  let waiting: Waiting[] = []
  const send = () => {
    const calls = waiting
    waiting = []
    for (const group of Map.groupBy(calls, ({ request }) => whose(request)).values()) {
      const answers = together(group.map(({ request }) => request))
      for (const [at, { resolve }] of group.entries()) {
        const answer = answers[at]
        if (answer) resolve(answer)
      }
    }
  }
  return (request) =>
    new Promise((resolve) => {
      if (waiting.length === 0) setImmediate(send)
      waiting.push({ request, resolve })
    })
}

/** In whose name a call is made. */
const whose = ({ headers }: UpstreamRequest) => JSON.stringify([headers.token, headers['x-nlos-tenant']])
