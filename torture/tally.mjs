/** Everything that was tried, what the upstream heard of it, and what fell. */
import { say } from '../scripts/runtime.mjs'
import { TOKEN_MARK } from './stub.mjs'

const SHOWN = 5

/** @typedef {{ row: string, name: string, tried: number, upstream: number, fell: string[], note?: string }} Part */

export function createTally() {
  /** @type {Part[]} */
  const parts = []

  return {
    parts,
    /**
     * Runs one part and prints its line.
     * @param {string} row row of the list of threats
     * @param {string} name
     * @param {(part: Part) => Promise<string | void>} work adds to the part; what it resolves with is printed behind it
     */
    async part(row, name, work) {
      const part = { row, name, tried: 0, upstream: 0, fell: [] }
      parts.push(part)
      const started = performance.now()
      try {
        part.note = (await work(part)) ?? undefined
      } catch (error) {
        part.fell.push(`the part itself: ${error.stack ?? error}`)
      }
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      const note = part.note ? `; ${part.note}` : ''
      say(
        `${part.fell.length ? 'FELL' : 'held'} ${row.padEnd(14)} ${name}: ${part.tried} tried, ${part.upstream} upstream calls, ${part.fell.length} fell (${seconds} s${note})`,
      )
      for (const line of part.fell.slice(0, SHOWN)) say(`       ${line.slice(0, 300)}`)
      if (part.fell.length > SHOWN) say(`       … and ${part.fell.length - SHOWN} more`)
    },
    /** Prints the last line; the number of what fell. */
    total() {
      const sum = (of) => parts.reduce((total, part) => total + of(part), 0)
      const fell = sum((part) => part.fell.length)
      say(
        `${sum((part) => part.tried)} inputs tried, ${sum((part) => part.upstream)} upstream calls seen, ${fell} fell`,
      )
      return fell
    },
  }
}

/**
 * Everything that no answer may be, whatever was asked: a server error, a page of the upstream's, a way off the host, a
 * token.
 * @param {import('./client.mjs').Received} received
 * @param {{ host: string, secrets?: readonly string[] }} known
 * @returns {string | undefined} what is wrong
 */
export function wrongWith({ status, headers, body }, { host, secrets = [] }) {
  if (status >= 500 && status !== 503) return `answered ${status}`
  if (headers['x-content-type-options'] !== 'nosniff') return `${status} without nosniff`
  if (headers['x-frame-options'] !== 'DENY') return `${status} may be framed`
  for (const name of ['x-powered-by', 'server', 'access-control-allow-origin']) {
    if (headers[name] !== undefined) return `header ${name}: ${headers[name]}`
  }
  const { location } = headers
  if (location !== undefined && new URL(location, `http://${host}/`).host !== host)
    return `leads to ${location}`
  const text = `${JSON.stringify(headers)}${body}`
  if (text.includes(TOKEN_MARK)) return 'shows the token'
  const shown = secrets.find((secret) => text.includes(secret))
  return shown && `shows ${shown}`
}
