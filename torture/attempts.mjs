/** Many inputs at once, judged one by one; what the upstream heard is counted over all of them. */
import { each } from './client.mjs'
import { wrongWith } from './tally.mjs'

const WIDTH = 12

/**
 * @typedef {{ name: string, sent: import('./client.mjs').Sent, want: readonly number[], upstream?: number }} Case
 *   `upstream`: calls that it should make, none unless told
 * @param {{ client: ReturnType<typeof import('./client.mjs').createClient>,
 *   stub: Awaited<ReturnType<typeof import('./stub.mjs').startStub>> }} at
 */
export function createAttempts({ client, stub }) {
  /** Sends every case, and counts what the upstream heard of all of them. */
  async function tryAll(part, cases, width = WIDTH) {
    const before = stub.calls
    let meant = 0
    await each(cases, width, async ({ name, sent, want, upstream = 0 }) => {
      part.tried++
      meant += upstream
      const received = await client.ask(sent).catch((error) => error)
      const wrong =
        received instanceof Error
          ? received.message
          : (wrongWith(received, client) ??
            (want.includes(received.status) ? undefined : `answered ${received.status}`))
      if (wrong) part.fell.push(`${name}: ${wrong}`)
    })
    const heard = stub.calls - before
    part.upstream += heard
    if (heard !== meant) part.fell.push(`the upstream heard ${heard} calls, ${meant} were meant`)
    part.fell.push(...stub.strange.splice(0).map((call) => `upstream: ${call}`))
  }

  /** Sends bytes as they are; `judge` says what is wrong with what came back, given the name too. */
  async function tryRaw(part, requests, judge) {
    const before = stub.calls
    await each(requests, WIDTH, async ([name, text]) => {
      part.tried++
      const wrong = judge(await client.raw(text), name)
      if (wrong) part.fell.push(`${name}: ${wrong}`)
    })
    part.upstream += stub.calls - before
    if (stub.calls !== before) part.fell.push(`the upstream heard ${stub.calls - before} calls of them`)
  }

  return { tryAll, tryRaw }
}
