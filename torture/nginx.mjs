/** The nginx of deploy/nginx.conf in front of two processes. Rows P6, P8 (F4, F5), P3, T1, S2, A5. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { connect } from 'node:tls'
import { installDebianPackages } from '../scripts/debian.mjs'
import { ensureNginx } from '../scripts/nginx.mjs'
import { freePort } from '../scripts/postgres.mjs'
import { exitCode, root, start } from '../scripts/runtime.mjs'
import { createAttempts } from './attempts.mjs'
import { createClient, each } from './client.mjs'
import { LIST } from './contract-calls.mjs'
import { brokenRequests, CANARY, hiddenRequests } from './raw-requests.mjs'
import { ownFolder } from './servers.mjs'

/** Faults that nginx takes out of a request, so that a process gets a good one. */
const REPAIRED = /: (host "localhost:(x|80:80)"|two forwarded hosts)$/

/**
 * Everything that other people ask meanwhile over the same connections of nginx to the processes, and how each is
 * answered.
 */
const others = [
  [401, { path: LIST }],
  [404, { method: 'GET', path: '/nlos/nothing' }],
  [302, { method: 'GET', path: '/favicon.ico' }],
  [307, { method: 'GET', path: '/order/query', headers: { 'x-nlos': undefined } }],
]
/** In the place of what opens the papers of a customer. */
const SECRET = 'secret-of-a-link-that-a-customer-has'
/** Until the processes have written their lines, in ms. */
const WRITTEN = 500

/** Around the example: one worker in the foreground, as whoever runs it, with nothing of its own in the system. */
const around = (folder, example) => `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 512; }
http {
  access_log off;
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `  ${name}_temp_path ${folder}/${name};`).join('\n')}
${example}
}
`

/**
 * nginx with the example as it stands, but for its addresses, names and certificate.
 * @param {number[]} processes ports of the two processes
 * @throws {Error} when there is no nginx, or the example is not what it takes
 */
export async function startNginx(processes) {
  await ensureNginx('the attacks on the example of nginx')
  const folder = ownFolder()
  const [plain, secure] = [await freePort(), await freePort()]
  const places = {
    'server 127.0.0.1:3001': `server 127.0.0.1:${processes[0]}`,
    'server 127.0.0.1:3002': `server 127.0.0.1:${processes[1]}`,
    'listen 80': `listen 127.0.0.1:${plain}`,
    'listen 443': `listen 127.0.0.1:${secure}`,
    'console.example.com brand.example.com': 'localhost qinghe.localhost',
    '/etc/nlos-console/tls': folder,
    '/var/log/nginx': folder,
  }
  let example = readFileSync(join(root, 'deploy', 'nginx.conf'), 'utf8')
  for (const [text, here] of Object.entries(places)) {
    if (!example.includes(text)) throw new Error(`deploy/nginx.conf has no ${text}.`)
    example = example.replaceAll(text, here)
  }
  writeFileSync(join(folder, 'nginx.conf'), around(folder, example))
  await makeCertificate(folder)

  const child = start('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = exitCode(child)
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text
  })
  const client = createClient(secure, 16, true)
  const answers = () => client.ask({ method: 'GET', path: '/healthz', alone: true }).catch(() => undefined)
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error(`nginx did not start: ${said}`)
    await wait(50)
  }
  return {
    plain,
    secure,
    client,
    accessLog: () => readFileSync(join(folder, 'nlos-console.log'), 'utf8'),
    async stop() {
      client.close()
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function makeCertificate(folder) {
  if (spawnSync('openssl', ['version']).error)
    await installDebianPackages(['openssl'], 'the certificate of the attacked nginx')
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  const made = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=localhost',
  ]
  const { status, stderr } = spawnSync('openssl', ['req', '-x509', ...made, ...files], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`openssl: ${stderr}`)
}

/** @param {{ nginx: Awaited<ReturnType<typeof startNginx>>, stub: object, servers: { stop(): Promise<void>, log(): string }[] }} at */
export function nginxParts(tally, { nginx, stub, servers }) {
  const { client } = nginx
  const { tryRaw } = createAttempts({ client, stub })

  return [
    () =>
      tally.part('P8, F4, F5', 'behind nginx: lines and headers that are none', (part) =>
        tryRaw(part, brokenRequests, ({ text, statuses }, name) => {
          if (/^location: *(?!https:\/\/localhost[/\r])[^ /]/im.test(text)) return 'leads elsewhere'
          // 505: of another version of HTTP, which is true.
          if (statuses.some((status) => status >= 500 && status !== 505)) return `answered ${statuses}`
          if (statuses[0] < 300 && !REPAIRED.test(name)) return `answered ${statuses}`
        }),
      ),

    () =>
      tally.part('P6', 'behind nginx: requests that hide another one', async (part) => {
        const cookie = await client.signIn('account=torture&password=x')
        const lines = new RegExp(`"message":"request".*"path":"${CANARY}"`, 'g')
        const seen = () => servers.reduce((sum, { log }) => sum + (log().match(lines)?.length ?? 0), 0)
        const [before, calls] = [seen(), stub.calls]
        let answered = 0
        await each(hiddenRequests(cookie).entries(), 8, async ([at, [name, text]]) => {
          part.tried++
          const { statuses } = await client.raw(text, 2_000)
          if (statuses.length > 2 || statuses[0] < 400) part.fell.push(`${name}: answered ${statuses}`)
          // nginx may take the bytes for two requests: then the second one has an answer of its own.
          if (statuses[1] === 200) answered++
          const [wanted, sent] = others[at % others.length]
          const { status } = await client.ask(sent)
          if (status !== wanted)
            part.fell.push(`${name}: ${sent.path} of somebody else was answered ${status}`)
        })
        await wait(WRITTEN)
        const hidden = seen() - before - answered
        if (hidden !== 0) part.fell.push(`${hidden} hidden requests reached a process`)
        part.upstream += stub.calls - calls
        if (stub.calls !== calls) part.fell.push(`the upstream heard ${stub.calls - calls} calls of them`)
        return `${answered} were two requests to nginx, each answered`
      }),

    () =>
      tally.part('P3, T1', 'behind nginx: other hosts, and what a client says of itself', async (part) => {
        const ask = (method, path, headers) => client.ask({ method, path, alone: true, headers })
        const plain = createClient(nginx.plain)
        for (const [name, wanted, request] of [
          ['a foreign host over TLS', 421, () => ask('GET', '/', { host: 'evil.example' })],
          ['an address', 421, () => ask('GET', '/', { host: '127.0.0.1' })],
          ['/metrics', 404, () => ask('GET', '/metrics')],
          ['/readyz', 404, () => ask('GET', '/readyz')],
          [
            'a foreign host',
            421,
            () => plain.ask({ method: 'GET', path: '/', headers: { host: 'evil.example' } }),
          ],
          [
            'our host without TLS',
            308,
            () => plain.ask({ method: 'GET', path: '/x?y', headers: { host: 'localhost' } }),
          ],
        ]) {
          part.tried++
          const { status, headers } = await request()
          if (status !== wanted) part.fell.push(`${name}: answered ${status}`)
          if (wanted === 308 && headers.location !== 'https://localhost/x?y')
            part.fell.push(`leads to ${headers.location}`)
        }
        plain.close()

        part.tried++
        const stranger = await handshake(nginx.secure, 'evil.example')
        if (stranger !== 'ERR_SSL_TLSV1_UNRECOGNIZED_NAME')
          part.fell.push(`a foreign name in TLS: ${stranger}`)

        const cookie = await client.signIn('account=torture&password=x')
        for (const [name, value] of [
          ['x-forwarded-for', '9.9.9.9'],
          ['x-forwarded-host', 'qinghe.localhost'],
          ['x-forwarded-proto', 'http'],
          ['x-real-ip', '9.9.9.9'],
          ['forwarded', 'for=9.9.9.9;host=qinghe.localhost;proto=http'],
          ['x-nlos-tenant', 'qhe'],
          ['x-nlos-client-ip', '9.9.9.9'],
        ]) {
          part.tried++
          part.upstream++
          const before = stub.calls
          const { status } = await client.ask({ path: LIST, cookie, headers: { [name]: value } })
          const { tenant, ip } = stub.last
          if (status !== 200 || stub.calls !== before + 1) part.fell.push(`${name}: answered ${status}`)
          if (tenant !== 'blq' || ip !== '127.0.0.1') part.fell.push(`${name}: ${tenant} from ${ip}`)
        }
        part.fell.push(...stub.strange.splice(0))
      }),

    () =>
      tally.part(
        'S2',
        'behind nginx: the cookie of a session is for TLS and this host alone',
        async (part) => {
          part.tried++
          part.upstream++
          const { headers } = await client.ask({ path: '/nlos/login/go', body: 'account=torture&password=x' })
          const cookie = headers['set-cookie'].find((each) => each.startsWith('__Host-'))
          for (const attribute of ['Secure', 'HttpOnly', 'Path=/', 'SameSite=Lax'])
            if (!cookie?.includes(attribute))
              part.fell.push(`${attribute} is missing: ${cookie?.split(';').slice(1)}`)
          if (!headers['strict-transport-security']) part.fell.push('no HSTS')
        },
      ),

    () =>
      tally.part('S2', 'behind nginx: its log has no secret of a link', async (part) => {
        for (const path of ['/signing', '/interview/guest']) {
          part.tried++
          await client.ask({ method: 'GET', path: `${path}?t=${SECRET}`, alone: true })
          await wait(WRITTEN)
          const log = nginx.accessLog()
          if (!log.includes(`"GET ${path} HTTP/`)) part.fell.push(`${path} is not in the log`)
          if (log.includes(SECRET)) part.fell.push(`the secret of ${path} is in the log`)
        }
      }),

    () =>
      tally.part('A5', 'behind nginx: one process after the other stops, and no call fails', async (part) => {
        const cookie = await client.signIn('account=torture&password=x')
        let going = true
        const caller = async () => {
          while (going) {
            part.tried++
            part.upstream++
            const { status } = await client
              .ask({ path: LIST, body: 'a=1', cookie })
              .catch((error) => ({ status: error.message }))
            if (status !== 200) part.fell.push(`answered ${status}`)
          }
        }
        const callers = Promise.all(Array.from({ length: 8 }, caller))
        await wait(1_000)
        const started = performance.now()
        await servers[0].stop()
        const seconds = ((performance.now() - started) / 1_000).toFixed(1)
        await wait(1_000)
        going = false
        await callers
        return `stopped in ${seconds} s`
      }),
  ]
}

/** The way in which a TLS handshake for a name ends: `open`, or the code of the error. */
function handshake(port, servername) {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', servername, rejectUnauthorized: false }, () => {
      socket.destroy()
      resolve('open')
    })
    socket.once('error', ({ code }) => resolve(code))
  })
}
