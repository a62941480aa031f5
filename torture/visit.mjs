/** Pages and files as a browser asks for them by address. */
import { wrongWith } from './tally.mjs'

/** A page drawn costs milliseconds: so many at once keep a server busy. */
export const WIDTH = 6

/** The path of a route, with something in the place of its parameters. */
export const pathOf = ({ path }) => path.replace(/\/:\w+\?$/, '').replace(/:\w+/g, '1')

export function createVisitor(client) {
  let secrets = []
  /** Sends and judges; `judge` says what else is wrong with an answer. Only the page of the 500 may be one: `fails`. */
  async function visit(part, name, { fails = false, ...sent }, judge = () => undefined) {
    part.tried++
    const received = await client
      .ask({
        method: 'GET',
        ...sent,
        headers: { 'x-nlos': undefined, 'sec-fetch-site': 'none', ...sent.headers },
      })
      .catch((error) => error)
    const wrong =
      received instanceof Error
        ? received.message
        : (wrongWith(fails ? { ...received, status: 200 } : received, {
            ...client,
            host: sent.headers?.host ?? client.host,
            secrets,
          }) ?? judge(received))
    if (wrong) part.fell.push(`${name}: ${wrong}`)
    return received
  }

  return {
    visit,
    /** From now on no answer may show one of these texts. */
    hide(texts) {
      secrets = texts
    },
  }
}

export const oneOf =
  (...wanted) =>
  ({ status }) =>
    wanted.includes(status) ? undefined : `answered ${status}`
