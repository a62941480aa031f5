/** An upstream that counts: what it was not meant to hear is the proof of a way past the door. */
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'

/** Stands in every token that the stub gives out, so that a leak is found by its name. */
export const TOKEN_MARK = 'torture-token'

/** The console asks for itself how a tenant looks, whenever a page is drawn. */
const BACKGROUND = '/biz/tenant/brand/get'

/** Headers that a call may arrive with. */
const ALLOWED = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'connection',
  'content-length',
  'content-type',
  'host',
  'token',
  'transfer-encoding',
  'x-nlos-client-ip',
  'x-nlos-request-id',
  'x-nlos-tenant',
  'x-nlos-devices',
  'x-nlos-origin',
  'x-nlos-user-agent',
])

/**
 * @param {ReadonlyMap<string, { kind: string, access: unknown }>} table calls of the contracts
 * @returns `calls` counts what was heard, `strange` lists what no call of the table could be
 */
export async function startStub(table) {
  let calls = 0
  let logins = 0
  /** @type {string[]} */
  const strange = []
  /** @type {{ path: string, query: string, bytes: number, hash: string, tenant: string, ip: string } | undefined} */
  let last

  const server = createServer((req, res) => {
    const [path, query = ''] = req.url.split('?')
    const hash = createHash('sha256')
    let bytes = 0
    req.on('error', () => undefined)
    req.on('data', (chunk) => {
      bytes += chunk.length
      hash.update(chunk)
    })
    req.on('end', () => {
      if (path !== BACKGROUND) {
        calls++
        const { 'x-nlos-tenant': tenant, 'x-nlos-client-ip': ip } = req.headers
        last = { path, query, bytes, hash: hash.digest('hex'), tenant, ip }
      }
      const endpoint = table.get(`${req.method} ${path}`)
      const fault = strangeness(endpoint, req)
      if (fault) strange.push(`${req.method} ${req.url.slice(0, 120)}: ${fault}`)
      answer(endpoint, path, res)
    })
  })

  function strangeness(endpoint, { headers }) {
    if (!endpoint) return 'no call of the contracts'
    const foreign = Object.keys(headers).filter((name) => !ALLOWED.has(name))
    if (foreign.length > 0) return `headers ${foreign}`
    if (!/^(blq|qhe|yfd)$/.test(headers['x-nlos-tenant'] ?? '')) return `tenant ${headers['x-nlos-tenant']}`
    const origin = headers['x-nlos-origin'] ?? ''
    if (origin && !/^https?:\/\/(\w+\.)?(localhost|127\.0\.0\.1)(:\d+)?$/.test(origin))
      return `origin ${origin}`
    if (endpoint.access === 'public')
      return headers.token === undefined ? undefined : 'a token with a public call'
    return headers.token?.startsWith(TOKEN_MARK) ? undefined : `token ${headers.token}`
  }

  function answer(endpoint, path, res) {
    if (endpoint?.kind === 'file') {
      res
        .writeHead(200, { 'content-type': 'image/png', 'content-length': '8' })
        .end('\x89PNG\r\n\x1a\n', 'latin1')
      return
    }
    const token = `${TOKEN_MARK}-${++logins}`
    const user = { id: 7, name: '王五', account: 'torture' }
    const body = /^\/(login\/go|user\/refesh)$/.test(path) ? { token, myUser: user } : { ok: true }
    res
      .writeHead(200, {
        'content-type': 'application/json',
        'set-cookie': 'upstream=1',
        'x-powered-by': 'stub',
        location: 'http://evil.example/',
      })
      .end(JSON.stringify(body))
  }

  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: server.address().port,
    get calls() {
      return calls
    },
    get last() {
      return last
    },
    strange,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
