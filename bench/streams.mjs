/**
 * Memory of idle event streams on one process: `npm run bench -- streams [streams]`, 5,000 unless told.
 *
 * Starts the front listener as server.ts does (without Next, which holds no stream) in a process of its own, opens the
 * streams over the loopback, each of a session of its own as so many users have, waits through two heartbeats, and
 * prints the resident memory of the server per stream, its session included. Then one event goes to every stream, and
 * the time until the last one has it is printed.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { wantedCount } from './rig/machine.mjs'

const count = wantedCount(5_000)
const heartbeats = 51_000
const warmUp = 500

// V8 is held small: otherwise it grows by the garbage of 5,000 openings in a row, which is not what a stream keeps.
const flags = [
  '--expose-gc',
  '--max-semi-space-size=1',
  `--max-old-space-size=${60 + Math.ceil(count / 100)}`,
]
const server = spawn(
  process.execPath,
  [...flags, new URL('./rig/streams-server.ts', import.meta.url).pathname],
  {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, SESSION_SECRET: randomBytes(32).toString('base64'), NODE_ENV: 'production' },
  },
)
process.on('exit', () => server.kill())

const ask = async (question) => {
  server.send(question)
  const [answer] = await once(server, 'message')
  return answer
}

const { port } = (await once(server, 'message'))[0]
const sockets = []
let heard = 0
const open = (cookie) =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', reject)
    socket.on('data', (data) => {
      const text = data.toString('latin1')
      if (text.includes('event: ready')) resolve(socket)
      if (text.includes('event: messages')) heard++
    })
    socket.write(
      `GET /session/events HTTP/1.1\r\nHost: localhost\r\nx-nlos: 1\r\nSec-Fetch-Site: same-origin\r\n${browser}Cookie: ${cookie}\r\n\r\n`,
    )
  })
/** The headers that Chromium sends beside: the server keeps the headers of a request as long as its answer lasts. */
const browser = [
  'User-Agent: Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
  'Accept: */*',
  'Accept-Encoding: gzip, deflate, br, zstd',
  'Accept-Language: zh-CN,zh;q=0.9',
  'Sec-Fetch-Mode: cors',
  'Sec-Fetch-Dest: empty',
  'Referer: http://localhost/wel/index',
  '',
].join('\r\n')

const openAll = async (cookies) => {
  for (let at = 0; at < cookies.length; at += 100) {
    sockets.push(...(await Promise.all(cookies.slice(at, at + 100).map(open))))
  }
}

// Everything that the process needs once, whoever streams: code made fast, buffers, the work of sealing the cookies.
const { cookies } = await ask({ cookies: count + warmUp })
await openAll(cookies.slice(count))
for (const socket of sockets.splice(0)) socket.destroy()
await wait(1_000)
const before = await ask({ measure: true })
await openAll(cookies.slice(0, count))
await wait(heartbeats)
const idle = await ask({ measure: true })
const kb = (bytes) => `${(bytes / 1024 / count).toFixed(1)} KB`
console.log(`${idle.open} idle streams: ${kb(idle.rss - before.rss)} of resident memory each`)
console.log(`of it JavaScript: ${kb(idle.heapUsed - before.heapUsed)}`)

const started = performance.now()
server.send({ tell: true })
while (heard < count) await wait(5)
console.log(`one event to all of them: ${Math.round(performance.now() - started)} ms until the last has it`)
for (const socket of sockets) socket.destroy()
server.kill()
