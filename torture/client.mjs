/** Clients without manners: requests as our own pages make them, changed at will, and bytes as they are. */
import http from 'node:http'
import https from 'node:https'
import { connect as connectPlain } from 'node:net'
import { connect as connectTls } from 'node:tls'

/**
 * @typedef {{ method?: string, path: string, headers?: Record<string, string | string[] | undefined>,
 *   body?: string | Buffer, cookie?: string, timeout?: number, chunked?: boolean, alone?: boolean }} Sent `alone`: on a
 *   connection of its own
 * @typedef {{ status: number, headers: import('node:http').IncomingHttpHeaders, body: Buffer, ms: number }} Received
 */

/** TLS to the host of a certificate that nobody signed. */
const TLS = { servername: 'localhost', rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] }

/**
 * A client of one server on the loopback.
 * @param {number} port
 * @param {number} sockets kept open at most
 * @param {boolean} secure over TLS, as if on its own port, which no header names
 */
export function createClient(port, sockets = 16, secure = false) {
  const { Agent, request } = secure ? https : http
  const agent = new Agent({ keepAlive: true, maxSockets: sockets })
  const host = secure ? 'localhost' : `localhost:${port}`
  const home = `${secure ? 'https' : 'http'}://${host}`

  /**
   * Sends a call as our own page does; headers given replace these, `undefined` leaves one out.
   * @param {Sent} sent
   * @returns {Promise<Received>} rejects when the connection ends without an answer
   */
  function ask({
    method = 'POST',
    path,
    headers,
    body,
    cookie,
    timeout = 30_000,
    chunked = false,
    alone = false,
  }) {
    const writes = method !== 'GET' && method !== 'HEAD'
    const all = {
      host,
      'x-nlos': '1',
      'sec-fetch-site': 'same-origin',
      cookie,
      ...(writes && { origin: home, 'content-type': 'application/x-www-form-urlencoded' }),
      ...(writes && !chunked && { 'content-length': String(Buffer.byteLength(body ?? '')) }),
      ...headers,
    }
    const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
    const started = performance.now()
    return new Promise((resolve, reject) => {
      const req = request({
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: given,
        agent: alone ? false : agent,
        setHost: false,
        ...(secure && TLS),
      })
      const clock = setTimeout(() => req.destroy(new Error('no answer in time')), timeout)
      req.once('error', (error) => {
        clearTimeout(clock)
        reject(error)
      })
      req.once('response', (res) => {
        const chunks = []
        res.on('data', (chunk) => chunks.push(chunk))
        res.once('error', reject)
        res.once('close', () => {
          clearTimeout(clock)
          if (!res.complete) reject(new Error('the answer broke off'))
          else {
            const ms = performance.now() - started
            resolve({ status: res.statusCode, headers: res.headers, body: Buffer.concat(chunks), ms })
          }
        })
      })
      req.end(writes ? body : undefined)
    })
  }

  /**
   * Sends bytes on a connection of their own, and gives all that came back until it ended.
   * @param {string | Buffer} bytes text is Latin-1
   * @returns {Promise<{ text: string, statuses: number[], open: boolean }>} `open`: it was still open at the end
   */
  function raw(bytes, timeout = 5_000) {
    return new Promise((resolve) => {
      let text = ''
      const socket = secure
        ? connectTls({ port, host: '127.0.0.1', ...TLS })
        : connectPlain({ port, host: '127.0.0.1' })
      socket.once(secure ? 'secureConnect' : 'connect', () =>
        socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes),
      )
      const end = (open) => {
        clearTimeout(clock)
        socket.destroy()
        const statuses = Array.from(text.matchAll(/HTTP\/1\.1 (\d{3})/g), ([, status]) => Number(status))
        resolve({ text, statuses, open })
      }
      const clock = setTimeout(() => end(true), timeout)
      socket.on('data', (chunk) => {
        text += chunk.toString('latin1')
      })
      socket.on('error', () => end(false)).on('close', () => end(false))
    })
  }

  /** Signs in and gives the cookie pairs. @throws {Error} with what was answered instead */
  async function signIn(form) {
    const { status, headers, body } = await ask({ path: '/nlos/login/go', body: form })
    if (status !== 200) throw new Error(`The sign-in was answered with ${status}: ${body}`)
    return headers['set-cookie'].map((cookie) => cookie.split(';')[0]).join('; ')
  }

  return { port, host, ask, raw, signIn, close: () => agent.destroy() }
}

/** Works through an iterable, `width` pieces at a time. */
export async function each(pieces, width, work) {
  const source = pieces[Symbol.iterator]()
  const runner = async () => {
    for (let next = source.next(); !next.done; next = source.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: width }, runner))
}

/** The value below which a share of the numbers lies. */
export function percentile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
